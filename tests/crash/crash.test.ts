import { expect, it } from 'vitest'
import { crashAgainAndAgain } from './crash-run.ts'

/** The short form of `npm run test:crash`. */
it('People whose writes were acknowledged find them again after the product is killed, alone and with its database', async () => {
  const rounds = 4
  const { acknowledged, missing, restarts } = await crashAgainAndAgain(rounds, () => {})
  expect(missing).toEqual([])
  expect(restarts).toHaveLength(rounds)
  expect(acknowledged).toBeGreaterThanOrEqual(rounds)
}, 240_000)
