import { describe, expect, it } from 'vitest'
import { REACTIONS } from '#contract/conversations.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'

const { creator, member, subscribe, visitor, passes, eventsDuring } = await world()
const amy = await creator('amy')
const bob = await member('bob')
await subscribe(bob, amy, 1)
const { id, messages } = await bob.writes(amy)
const first = messages[0]?.id ?? ''
const ABSENT = { error: 'Not found', code: 'not_found' }
const NOTHING = { counts: {}, user_reactions: [], total_count: 0 }

const path = (message_id: string, conversation_id = id) =>
  `/conversations/${conversation_id}/messages/${message_id}/reactions`
const add = (person: Person, message_id: string, emoji: unknown) => person.ask('POST', path(message_id), { emoji })
const remove = (person: Person, message_id: string, emoji: string) =>
  person.ask('DELETE', `${path(message_id)}/${encodeURIComponent(emoji)}`)

describe('Refused reactions', () => {
  // Spec 7.42, 9.18
  it('A reaction that is not one of the ten emoji is refused', async () => {
    for (const emoji of [
      '',
      '👍🏽',
      '🙂',
      'x',
      '❤️🔥',
      '👍👍',
      ' 👍',
      '\uFE0F',
      '❤\uFE0E',
      'toString',
      5,
      null,
      [],
      {},
    ]) {
      expect((await add(bob, first, emoji)).status, JSON.stringify(emoji)).toBe(422)
    }
    for (const emoji of ['🙂', 'x', '\uFE0F', '👍🏽']) expect((await remove(bob, first, emoji)).status).toBe(422)
    expect((await bob.ask('POST', path(first))).status).toBe(422)
    for (const emoji of ['%FF', '%F0%9F', '%', '%ED%A0%BD']) {
      expect((await bob.ask('DELETE', `${path(first)}/${emoji}`)).status, emoji).toBe(400)
    }
    expect((await bob.ask('DELETE', `${path(first)}/%00`)).status).toBe(404)
    expect((await bob.ask('POST', path(first), '{"emoji":"\\ud83d"}')).status).toBe(422)
  })

  it('A reaction to a message of another conversation is refused', async () => {
    const cat = await member('cat')
    await subscribe(cat, amy)
    const other = await cat.writes(amy)
    const theirs = other.messages[0]?.id ?? ''
    for (const message_id of [theirs, id, '019ba4d2-0000-7000-8000-000000000000', 'x', '%00']) {
      expect(await add(bob, message_id, '👍')).toMatchObject({ status: 404, body: ABSENT })
      expect(await remove(bob, message_id, '👍')).toMatchObject({ status: 404, body: ABSENT })
    }
    // Amy takes part in both conversations, and still each message belongs to one of them only.
    expect((await amy.ask('POST', path(theirs), { emoji: '👍' })).status).toBe(404)
    expect((await amy.ask('POST', path(theirs, other.id), { emoji: '👍' })).status).toBe(200)
  })

  it('A reaction of a visitor is refused', async () => {
    expect((await add(visitor, first, '👍')).status).toBe(401)
    expect((await remove(visitor, first, '👍')).status).toBe(401)
  })
})

describe('Reactions', () => {
  // Spec 3.22, 7.42, 7.43, 9.18
  it('A reaction can be any of the ten emoji, and all of them at once', async () => {
    const { id: message_id } = await bob.says(id)
    for (const emoji of REACTIONS) expect((await add(bob, message_id, emoji)).status).toBe(200)
    const { body } = await add(amy, message_id, '💯')
    expect(body.total_count).toBe(11)
    expect(body.user_reactions).toEqual(['💯'])
    expect(Object.keys(body.counts)).toEqual([...REACTIONS])
    for (const emoji of REACTIONS) await remove(bob, message_id, emoji)
    expect((await remove(amy, message_id, '💯')).body).toEqual(NOTHING)
  })

  // Spec 3.22, 7.43
  it('A reaction is the same with and without a variation selector, and is returned in one form', async () => {
    const { id: message_id } = await bob.says(id)
    const heart = { counts: { '❤️': 1 }, user_reactions: ['❤️'], total_count: 1 }
    for (const emoji of ['❤', '❤️', '❤\uFE0F\uFE0F']) expect((await add(bob, message_id, emoji)).body).toEqual(heart)
    const { body } = await amy.ask('GET', `/conversations/${id}`)
    expect(body.messages.at(-1).reactions).toEqual({ ...heart, user_reactions: [] })
    expect((await add(bob, message_id, '👍\uFE0F')).body.counts).toEqual({ '👍': 1, '❤️': 1 })
    expect((await remove(bob, message_id, '👍\uFE0F')).body).toEqual(heart)
    expect((await remove(bob, message_id, '❤')).body).toEqual(NOTHING)
  })

  // Spec 7.47
  it('A reaction is published to both participants with the new counts, and not when nothing changed', async () => {
    const { id: message_id } = await bob.says(id)
    const changed = (event: object) => ({
      kind: 'conversation',
      conversation_id: id,
      participants: [bob.id, amy.id],
      as_of: expect.any(Number),
      event: { message_id, ...event },
    })
    const events = await eventsDuring(async () => {
      await add(bob, message_id, '❤')
      await add(bob, message_id, '❤️')
      await amy.ask('POST', path(message_id.toUpperCase(), id.toUpperCase()), { emoji: '❤️' })
      await remove(bob, message_id, '❤️')
      await remove(bob, message_id, '❤️')
      await remove(bob, message_id, '🔥')
    })
    expect(events).toEqual([
      changed({ type: 'reaction_added', emoji: '❤️', reaction_counts: { '❤️': 1 }, total_reactions: 1, user_id: bob.id }),
      changed({ type: 'reaction_added', emoji: '❤️', reaction_counts: { '❤️': 2 }, total_reactions: 2, user_id: amy.id }),
      changed({
        type: 'reaction_removed',
        emoji: '❤️',
        reaction_counts: { '❤️': 1 },
        total_reactions: 1,
        user_id: bob.id,
      }),
    ])
  })

  // Spec 7.42, 7.43
  it('A reaction that both participants send many times at once counts once for each', async () => {
    const { id: message_id } = await bob.says(id)
    const events = await eventsDuring(async () => {
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) => add(index % 2 ? bob : amy, message_id, '🎉')),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200))
    })
    expect(events).toHaveLength(2)
    const { body } = await bob.ask('GET', `/conversations/${id}`)
    expect(body.messages.at(-1).reactions).toEqual({ counts: { '🎉': 2 }, user_reactions: ['🎉'], total_count: 2 })
    const removals = await eventsDuring(() =>
      Promise.all(Array.from({ length: 20 }, () => remove(bob, message_id, '🎉'))),
    )
    expect(removals).toHaveLength(1)
  })

  it('Live events of reactions carry the order of their look-ups, so that clients know the newest counts', async () => {
    const { id: message_id } = await bob.says(id)
    const events = await eventsDuring(() =>
      Promise.all([amy, bob].flatMap((person) => REACTIONS.map((emoji) => add(person, message_id, emoji)))),
    )
    const counted = events.flatMap((event) =>
      event.kind === 'conversation' && 'emoji' in event.event
        ? [{ as_of: event.as_of ?? Number.NaN, total: event.event.total_reactions }]
        : [],
    )
    expect(counted).toHaveLength(20)
    const totals = counted.toSorted((a, b) => a.as_of - b.as_of).map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(totals.at(-1)).toBe(20)
  })

  // Spec 6.21
  it('Both participants can react after the subscription has ended', async () => {
    passes(DAY_MS)
    expect((await bob.ask('POST', `/conversations/${id}/messages`, { content: 'Hello' })).status).toBe(403)
    expect((await add(bob, first, '😢')).body.user_reactions).toEqual(['😢'])
    expect((await add(amy, first, '👍')).body.total_count).toBe(2)
    expect((await remove(bob, first, '😢')).body.total_count).toBe(1)
  })
})
