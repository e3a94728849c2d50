/** True for `npm run test:full`, which tries more random frames, damaged files and requests. */
export const isLongForm = process.env.FULL === '1'

/** How long a test with much random input may take in the long form. */
export const LONG_FORM_MS = 30 * 60_000

/** The seed for random input. It is fixed in the short form. The long form prints a new one, and SEED repeats it. */
export function seedOfTheRun(usual: number): number {
  if (process.env.SEED) return Number(process.env.SEED)
  if (!isLongForm) return usual
  const seed = Date.now() % 2 ** 32
  console.log(`seed ${seed}`)
  return seed
}
