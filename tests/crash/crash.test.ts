import { expect, it } from 'vitest'
import { runCrashes } from './crash-run.ts'

/** The short form of `npm run test:crash`. */
it('People whose writes were acknowledged find them again after the product is killed, its database, and both', async () => {
  const { acknowledged, missing, restarts } = await runCrashes(1, () => {})
  expect(missing).toEqual([])
  expect(restarts).toHaveLength(3)
  expect(acknowledged).toBeGreaterThanOrEqual(3)
}, 240_000)
