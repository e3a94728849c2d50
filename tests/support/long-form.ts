/** `npm run test:full` asks for more of what has no end: frames, broken files, ways out. */
export const isLongForm = process.env.FULL === '1'

/** The short form is the same every time; the long form tries another one, and says which: SEED asks for that one again. */
export function seedOfTheRun(usual: number): number {
  if (process.env.SEED) return Number(process.env.SEED)
  if (!isLongForm) return usual
  const seed = Date.now() % 2 ** 32
  console.log(`seed ${seed}`)
  return seed
}
