import { expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { creator, member, subscribe, passes } = await world({ RATE_LIMITS: 'on' })
const amy = await creator('amy')
const bob = await member('bob')
await subscribe(bob, amy)

it('Somebody who has written sixty messages waits a minute, whichever call they use, and the other participant does not', async () => {
  const { id } = await bob.writes(amy)
  for (let index = 1; index < 60; index += 1) await bob.says(id)
  const refused = await bob.ask('POST', `/conversations/${id}/messages`, { content: 'One more' })
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(refused.headers['retry-after']).toBe('60')
  expect((await bob.ask('POST', '/conversations', { creator_id: amy.id, content: 'One more' })).status).toBe(429)
  await amy.says(id)
  passes(MINUTE_MS)
  await bob.says(id)
})

it('Somebody who has reacted 120 times waits a minute, and may write meanwhile', async () => {
  passes(MINUTE_MS)
  const { id, messages } = await bob.writes(amy)
  const path = `/conversations/${id}/messages/${messages[0]?.id}/reactions`
  for (let index = 0; index < 60; index += 1) {
    expect((await bob.ask('POST', path, { emoji: '🔥' })).status).toBe(200)
    expect((await bob.ask('DELETE', `${path}/%F0%9F%94%A5`)).status).toBe(200)
  }
  expect((await bob.ask('POST', path, { emoji: '🔥' })).status).toBe(429)
  expect((await bob.ask('DELETE', `${path}/%F0%9F%94%A5`)).status).toBe(429)
  await bob.says(id)
  passes(MINUTE_MS)
  expect((await bob.ask('POST', path, { emoji: '🔥' })).status).toBe(200)
})
