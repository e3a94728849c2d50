import { expect, it } from 'vitest'
import { runPaymentCrashes } from './payments-run.ts'

/** The short form of `npm run test:payments`. */
it('People who buy while the product is killed, its database, and both, find everything they paid for, once', async () => {
  const { kills, wrong } = await runPaymentCrashes(1, () => {})
  expect(wrong).toEqual([])
  expect(kills).toBe(3)
}, 240_000)
