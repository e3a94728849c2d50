/** `npm run test:full` asks for more of what has no end: frames, broken files, ways out. */
export const isLongForm = process.env.FULL === '1'

/** The short form is the same every day; the long form tries another one each time, and says which. */
export function seedOfTheDay(usual: number): number {
  if (!isLongForm) return usual
  const seed = Date.now() % 2 ** 32
  console.log(`seed ${seed}`)
  return seed
}
