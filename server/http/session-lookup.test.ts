import { describe, expect, it } from 'vitest'
import { world } from '#tests/support/world.ts'

const { ctx, logs, member, stranger, visitor } = await world()
const people = await Promise.all(['amy', 'bob', 'cat'].map((name) => member(name)))

describe('Batched look-ups of sessions', () => {
  it('Concurrent requests are each answered for their own session, and those without one are refused', async () => {
    const ended = await member('dan')
    await ended.ask('DELETE', '/users/sign_out')
    const made_up = stranger('eve')
    made_up.token = 'made-up'
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        [...people, ended, made_up, visitor].map((person) => person.ask('GET', '/user')),
      ).flat(),
    )
    const [amy, bob, cat] = people
    const round = [amy?.id, bob?.id, cat?.id, undefined, undefined, undefined]
    expect(replies.map(({ body }) => body.id)).toEqual(Array.from({ length: 20 }, () => round).flat())
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]))
  })

  it('Concurrent requests all fail when the look-up fails, and the next one succeeds', async () => {
    await ctx.db`alter table sessions rename to sessions_away`
    const replies = await Promise.all(people.map((person) => person.ask('GET', '/user')))
    await ctx.db`alter table sessions_away rename to sessions`
    expect(replies.map(({ status }) => status)).toEqual([500, 500, 500])
    expect((await people[0]?.ask('GET', '/user'))?.status).toBe(200)
    for (const { token = '' } of people) expect(logs.join('')).not.toContain(token)
  })
})
