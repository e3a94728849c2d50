import { expect, it } from 'vitest'
import { runChaos } from './chaos-run.ts'

/** The short form of `npm run test:chaos`. */
it('Two people who are cut off again and again, while the product is killed, both end with every message once and in order', async () => {
  const { acknowledged, retries, wrong } = await runChaos(
    { messages: 200, cuts: 10, kills: 1, identical: 40 },
    () => {},
  )
  expect(wrong).toEqual([])
  // 200 messages, and four at the end for the unread count.
  expect(acknowledged).toBe(204)
  expect(retries).toBeGreaterThan(0)
}, 300_000)
