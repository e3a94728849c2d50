import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import type { Reply } from '#tests/support/world.ts'

const { ctx, amy, zoe, member, fan, subscribe, passes, start, say, open, storedMessages } = await messagingWorld()

describe('Concurrent first messages', () => {
  // Spec 7.40
  it('A hundred first messages at once are one conversation, with all messages in one order', async () => {
    const hal = await fan('hal')
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => start(hal, amy.id, `No. ${index}`)))
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(201))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ body }) => body.started)).toHaveLength(1)
    const rows = await storedMessages(replies[0]?.body.id)
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ content }) => content)).size).toBe(100)
    expect(new Set(rows.map(({ created_at }) => created_at.getTime())).size).toBe(100)
    expect(rows.map(({ created_at }) => created_at.getTime())).toEqual(
      rows.map(({ created_at }) => created_at.getTime()).sort((a, b) => a - b),
    )
  })
})

describe('Idempotency of messages (client_id)', () => {
  it('A message with a client_id that was used before returns the first message, whatever its content and call', async () => {
    const ida = await fan('ida')
    const client_id = randomUUID()
    const conversation = await ida.writes(amy, 'First', client_id)
    const [first] = conversation.messages
    expect(first?.client_id).toBe(client_id)
    expect(await ida.writes(amy, 'Second', client_id)).toEqual(conversation)
    expect(await say(ida, conversation.id, 'Third', { client_id })).toMatchObject({ status: 201, body: first })
    expect((await storedMessages(conversation.id)).map(({ content }) => content)).toEqual(['First'])
  })

  it('A repeated message returns its present state, with reads and reactions', async () => {
    const jim = await fan('jim')
    const { id } = await jim.writes(amy)
    const client_id = randomUUID()
    const sent = await jim.says(id, 'Well?', client_id)
    await open(amy, id)
    await amy.ask('POST', `/conversations/${id}/messages/${sent.id}/reactions`, { emoji: '🔥' })
    expect(await jim.says(id, 'Well?', client_id)).toEqual({
      ...sent,
      is_read: true,
      is_delivered: true,
      reactions: { counts: { '🔥': 1 }, user_reactions: [], total_count: 1 },
    })
  })

  it('A repeated message is answered also when the subscription has ended since', async () => {
    const kim = await member('kim')
    await subscribe(kim, amy, 1)
    const client_id = randomUUID()
    const { id } = await kim.writes(amy, 'In time', client_id)
    passes(DAY_MS)
    expect((await kim.writes(amy, 'In time', client_id)).id).toBe(id)
    expect((await kim.says(id, 'In time', client_id)).content).toBe('In time')
    expect(await storedMessages(id)).toHaveLength(1)
  })

  // Spec 7.41
  it('Fifty repetitions of a message at once are one message, and leave no gap between the others', async () => {
    const lea = await fan('lea')
    const client_id = randomUUID()
    const first = await Promise.all(
      Array.from({ length: 50 }, (_, index) => start(lea, amy.id, `Try ${index}`, { client_id })),
    )
    expect(first.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const id: string = first[0]?.body.id
    const other = randomUUID()
    const replies = await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => say(lea, id, `Again ${index}`, { client_id: other })),
      ...Array.from({ length: 10 }, (_, index) => say(lea, id, `New ${index}`)),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(201))
    expect(new Set(replies.slice(0, 50).map(({ body }) => body.id)).size).toBe(1)
    expect((await storedMessages(id)).map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  it('A message that is repeated while the first attempt is still being written is one message too', async () => {
    const ned = await fan('ned')
    const { id } = await ned.writes(amy)
    const [client_id, other] = [randomUUID(), randomUUID()]
    let sent: Promise<Reply[]> = Promise.resolve([])
    await ctx.db.begin(async (db) => {
      await db`select 1 from conversations where id = ${id} for update`
      sent = Promise.all([
        ...Array.from({ length: 3 }, (_, index) => say(ned, id, `Try ${index}`, { client_id })),
        ...Array.from({ length: 3 }, (_, index) => start(ned, amy.id, `First ${index}`, { client_id: other })),
      ])
      // All of them have looked for the client_id by then, and found nothing.
      await vi.waitFor(async () => expect(await countWaiting(ctx.db)).toBe(6), { timeout: 20_000 })
    })
    const replies = await sent
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(replies.slice(0, 3).map(({ body }) => body.id)).size).toBe(1)
    const rows = await storedMessages(id)
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(rows.map(({ content }) => content.slice(0, 3)).sort()).toEqual(['Fir', 'Hel', 'Try'])
  })

  it('The same client_id of the other participant, or in another conversation, is another message', async () => {
    const max = await fan('max')
    const { id } = await max.writes(amy)
    const client_id = randomUUID()
    const mine = await max.says(id, 'Mine', client_id)
    const hers = await amy.says(id, 'Hers', client_id)
    expect(hers.id).not.toBe(mine.id)
    await subscribe(max, zoe)
    expect((await max.writes(zoe, 'To another', client_id)).messages[0]?.content).toBe('To another')
  })
})
