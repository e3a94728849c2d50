import { createRequire } from 'node:module'

/**
 * Stands in for argon2 in most tests (vitest.config.ts), with one pass over little memory: a hash of the product takes as long
 * as a whole test. Each hash names its own cost, so that verifying is cheap too. The tests of that cost use the real one.
 */
const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

export const hash: typeof real.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)

export const verify: typeof real.verify = (...input) => real.verify(...input)
