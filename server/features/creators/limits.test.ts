import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { member, passes } = await world({ RATE_LIMITS: 'on' })

describe('Rate limits of searches', () => {
  it('Somebody who has searched 120 times waits for a minute, and nobody else does', async () => {
    const [bob, amy] = [await member('bob'), await member('amy')]
    for (let index = 0; index < 120; index += 1) {
      expect((await bob.ask('GET', `/creators?search=${index}`)).status).toBe(200)
    }
    const refused = await bob.ask('GET', '/creators')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await amy.ask('GET', '/creators')).status).toBe(200)
    passes(MINUTE_MS)
    expect((await bob.ask('GET', '/creators')).status).toBe(200)
  })
})
