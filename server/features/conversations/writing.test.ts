import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { countWaiting } from '#tests/support/waiting.ts'
import { NOBODY, type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const bob = await member('bob')
const admin = await staff('admin', 'admin')
await subscribe(bob, amy, 365)
const ABSENT = { error: 'Not found', code: 'not_found' }
const NEEDS = { error: 'You need an active subscription to message this creator', code: 'forbidden' }

async function fan(name: string, of: Person = amy): Promise<Person> {
  const person = await member(name)
  await subscribe(person, of, 365)
  return person
}

const start = (person: Person, creator_id: unknown, content: unknown = 'Hello', more = {}) =>
  person.ask('POST', '/conversations', { creator_id, content, ...more })
const say = (person: Person, id: string, content: unknown = 'Hello', more = {}) =>
  person.ask('POST', `/conversations/${id}/messages`, { content, ...more })
const thread = async (person: Person, id: string): Promise<Message[]> =>
  (await person.ask('GET', `/conversations/${id}`)).body.messages

async function kept(conversation_id: string) {
  return await ctx.db<{ position: number; content: string; created_at: Date; id: string }[]>`
    select position, content, created_at, id from messages where conversation_id = ${conversation_id} order by position`
}

describe('Refused messages', () => {
  // Spec 7.39
  it('A message to somebody who is not a creator gets 404, as to an id that does not exist', async () => {
    for (const id of [NOBODY, admin.id]) {
      expect(await start(bob, id)).toMatchObject({ status: 404, body: ABSENT })
      expect(await bob.ask('GET', `/conversations/can_message/${id}`)).toMatchObject({ status: 404, body: ABSENT })
    }
    expect(await bob.ask('GET', '/conversations/can_message/x')).toMatchObject({ status: 404, body: ABSENT })
  })

  // Spec 5.16
  it('Nobody can write a message to themselves', async () => {
    for (const id of [amy.id, amy.id.toUpperCase()]) {
      expect(await start(amy, id)).toMatchObject({
        status: 422,
        body: { error: 'You cannot message yourself', code: 'invalid' },
      })
      expect((await amy.ask('GET', `/conversations/can_message/${id}`)).body).toEqual({ can_message: false })
    }
    expect((await start(bob, bob.id)).status).toBe(422)
    expect((await bob.ask('GET', `/conversations/can_message/${bob.id}`)).body).toEqual({ can_message: false })
  })

  // Spec 1.9, 3.23, 6.7, 7.39
  it('Nobody can write to a creator without a subscription to them, staff included', async () => {
    for (const [person, to] of [
      [bob, zoe],
      [admin, amy],
      [zoe, amy],
    ] as const) {
      expect(await start(person, to.id)).toMatchObject({ status: 403, body: NEEDS })
      expect((await person.ask('GET', `/conversations/can_message/${to.id}`)).body).toEqual({ can_message: false })
    }
    const [row] = await ctx.db`select count(*)::int as count from conversations where creator_id = ${zoe.id}`
    expect(row).toEqual({ count: 0 })
  })

  it('A visitor cannot write a message', async () => {
    const { id } = await bob.writes(amy)
    expect((await start(visitor, amy.id)).status).toBe(401)
    expect((await say(visitor, id)).status).toBe(401)
  })

  // Spec 3.28, 5.14
  it('A message without visible text, or with more than 2,000 characters, is refused', async () => {
    const { id } = await bob.writes(amy)
    const before = (await kept(id)).length
    for (const content of [
      '',
      ' \n\t ',
      '\u0007',
      '\u200b',
      '\u3164',
      '\u2800 \ufe0f',
      'x'.repeat(2001),
      '😀'.repeat(2001),
      'a\0b',
      5,
      null,
      [],
      {},
    ]) {
      expect((await say(bob, id, content)).status, JSON.stringify(content)).toBe(422)
      expect((await start(bob, amy.id, content)).status, JSON.stringify(content)).toBe(422)
    }
    expect((await bob.ask('POST', `/conversations/${id}/messages`)).status).toBe(422)
    expect((await say(bob, id, 'x'.repeat(200_000))).status).toBe(413)
    for (const client_id of ['', 'x', 5, null, `urn:uuid:${NOBODY}`]) {
      expect((await say(bob, id, 'Hello', { client_id })).status, JSON.stringify(client_id)).toBe(422)
      expect((await start(bob, amy.id, 'Hello', { client_id })).status, JSON.stringify(client_id)).toBe(422)
    }
    for (const creator_id of [undefined, '', 'x', 5, null]) expect((await start(bob, creator_id)).status).toBe(422)
    expect(await kept(id)).toHaveLength(before)
  })

  // Spec 1.9, 3.19, 6.7, 6.9
  it('A fan cannot write from the moment their subscription ends, but reads on, and the creator can answer', async () => {
    const eve = await member('eve')
    await subscribe(eve, amy, 1)
    const { id } = await eve.writes(amy, 'In time')
    passes(DAY_MS - 1)
    expect((await say(eve, id, 'The last moment')).status).toBe(201)
    expect((await eve.ask('GET', `/conversations/${id}`)).body.can_send_messages).toBe(true)
    passes(1)
    expect(await say(eve, id, 'Too late')).toMatchObject({ status: 403, body: NEEDS })
    expect(await start(eve, amy.id, 'Too late')).toMatchObject({ status: 403, body: NEEDS })
    expect((await eve.ask('GET', `/conversations/can_message/${amy.id}`)).body).toEqual({ can_message: false })
    expect((await eve.ask('GET', '/conversations')).body[0]).toMatchObject({ id, can_send_messages: false })
    expect((await amy.ask('GET', `/conversations/${id}`)).body.can_send_messages).toBe(true)
    expect((await say(amy, id, 'Come back')).status).toBe(201)
    const { body } = await eve.ask('GET', `/conversations/${id}`)
    expect(body.can_send_messages).toBe(false)
    expect(body.messages.map(({ content }: Message) => content)).toEqual(['In time', 'The last moment', 'Come back'])
    await subscribe(eve, amy, 1)
    expect((await say(eve, id, 'Here again')).status).toBe(201)
  })
})

describe('Messages', () => {
  // Spec 1.9, 3.18, 3.19, 3.20, 3.23, 3.28, 6.9, 7.39, 7.40, 7.41
  it('The first message to a creator starts a conversation, and the next one continues it', async () => {
    const fay = await fan('fay')
    expect((await fay.ask('GET', `/conversations/can_message/${amy.id}`)).body).toEqual({ can_message: true })
    const { status, body } = await start(fay, amy.id.toUpperCase(), 'One')
    expect(status).toBe(201)
    const { username } = (await fay.ask('GET', '/user')).body
    const creator_name = (await amy.ask('GET', '/user')).body.username
    const [first] = body.messages
    expect(body).toEqual({
      id: body.id,
      creator_id: amy.id,
      creator: { username: creator_name, is_deleted: false, profile: { name: creator_name, profile_pic: null } },
      initiator: { username, is_deleted: false },
      unread_count: 0,
      last_message: { content: 'One', created_at: first.created_at, sender_id: fay.id },
      can_send_messages: true,
      is_closed: false,
      started: true,
      messages: [
        {
          id: first.id,
          content: 'One',
          sender: username,
          sender_id: fay.id,
          created_at: ctx.now().toISOString(),
          is_own_message: true,
          is_read: false,
          is_delivered: false,
          reactions: { counts: {}, user_reactions: [], total_count: 0 },
          client_id: null,
        },
      ],
    })
    const again = await fay.writes(amy, 'Two')
    expect(again.id).toBe(body.id)
    const answer = await say(fay, body.id, 'Three')
    expect(answer.status).toBe(201)
    expect(await thread(fay, body.id)).toEqual([...again.messages, answer.body])
  })

  // Spec 5.14
  it('A message is kept as typed, trimmed and without control characters', async () => {
    const { id } = await bob.writes(amy)
    expect((await bob.says(id, '  One\r\ntwo\u0007\n\n\tthree \n')).content).toBe('One\ntwo\n\n\tthree')
    expect((await bob.says(id, `  ${'😀'.repeat(2000)}  `)).content).toBe('😀'.repeat(2000))
    expect((await bob.says(id, '<b>&amp;</b> \u202e')).content).toBe('<b>&amp;</b> \u202e')
  })

  it('A lone surrogate in a message is replaced by U+FFFD', async () => {
    const { id } = await bob.writes(amy)
    const { status, body } = await bob.ask('POST', `/conversations/${id}/messages`, '{"content":"half \\ud83d of it"}')
    expect(status).toBe(201)
    expect(body.content).toBe('half \ufffd of it')
  })

  // Spec 7.41
  it('A message is always later than the one before it, also when the clock stands still or goes back', async () => {
    const gus = await fan('gus')
    const { id } = await gus.writes(amy, '0')
    for (let index = 1; index < 5; index += 1) await gus.says(id, String(index))
    passes(-MINUTE_MS)
    await amy.says(id, '5')
    passes(MINUTE_MS)
    const rows = await kept(id)
    expect(rows.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
    for (const [index, { created_at }] of rows.entries()) {
      expect(created_at.getTime()).toBe(ctx.now().getTime() + index)
    }
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).sort())
  })
})

describe('Starting a conversation', () => {
  it('The first message says that it started the conversation, also when it is repeated', async () => {
    const hal = await fan('hal-who-starts')
    const client_id = randomUUID()
    const first = await hal.writes(amy, 'One', client_id)
    expect(first).toMatchObject({ started: true })
    // The answer to the first attempt was lost: the same message is sent once more.
    expect(await hal.writes(amy, 'One', client_id)).toMatchObject({ id: first.id, started: true })
    expect(await hal.writes(amy, 'Two')).toMatchObject({ id: first.id, started: false })
    expect(await hal.writes(amy, 'One', client_id)).toMatchObject({ id: first.id, started: true })
    await amy.says(first.id, 'Three')
    expect(await hal.writes(amy, 'Four')).toMatchObject({ id: first.id, started: false })
  })

  it('Only who may write to a creator is told the id of the conversation, and only of their own', async () => {
    const [ida, jim] = [await fan('ida-who-asks'), await member('jim-who-asks')]
    const may = async (person: Person) => (await person.ask('GET', `/conversations/can_message/${amy.id}`)).body
    expect(await may(ida)).toEqual({ can_message: true })
    const { id } = await ida.writes(amy, 'One')
    expect(await may(ida)).toEqual({ can_message: true, conversation_id: id })
    expect(await may(jim)).toEqual({ can_message: false })
    await subscribe(jim, amy, 1)
    expect(await may(jim)).toEqual({ can_message: true })
    await jim.writes(amy, 'One')
    passes(DAY_MS)
    expect(await may(jim)).toEqual({ can_message: false })
    expect(await may(ida)).toEqual({ can_message: true, conversation_id: id })
    // Amy cannot write to herself, whoever wrote to her.
    expect(await may(amy)).toEqual({ can_message: false })
  })
})

describe('Concurrent first messages', () => {
  // Spec 7.40
  it('A hundred first messages at once are one conversation, with all messages in one order', async () => {
    const hal = await fan('hal')
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => start(hal, amy.id, `No. ${index}`)))
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(201))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ body }) => body.started)).toHaveLength(1)
    const rows = await kept(replies[0]?.body.id)
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
    expect((await kept(conversation.id)).map(({ content }) => content)).toEqual(['First'])
  })

  it('A repeated message returns its present state, with reads and reactions', async () => {
    const jim = await fan('jim')
    const { id } = await jim.writes(amy)
    const client_id = randomUUID()
    const sent = await jim.says(id, 'Well?', client_id)
    await thread(amy, id)
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
    expect(await kept(id)).toHaveLength(1)
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
    expect((await kept(id)).map(({ position }) => position)).toEqual(
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
    const rows = await kept(id)
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
