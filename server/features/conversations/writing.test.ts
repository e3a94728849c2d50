import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversations.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const { ctx, amy, zoe, member, fan, staff, subscribe, visitor, passes, start, say, open, storedMessages } =
  await messagingWorld()
const bob = await fan('bob')
const admin = await staff('admin', 'admin')

const ABSENT = { error: 'Not found', code: 'not_found' }
const NEEDS_SUBSCRIPTION = { error: 'You need an active subscription to message this creator', code: 'forbidden' }

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
      expect(await start(person, to.id)).toMatchObject({ status: 403, body: NEEDS_SUBSCRIPTION })
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
    const before = (await storedMessages(id)).length
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
    expect(await storedMessages(id)).toHaveLength(before)
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
    expect(await say(eve, id, 'Too late')).toMatchObject({ status: 403, body: NEEDS_SUBSCRIPTION })
    expect(await start(eve, amy.id, 'Too late')).toMatchObject({ status: 403, body: NEEDS_SUBSCRIPTION })
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
      last_message: { content: 'One', created_at: first.created_at, sender_id: fay.id, is_removed: false },
      can_send_messages: true,
      is_closed: false,
      is_blocked: false,
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
          is_removed: false,
        },
      ],
    })
    const again = await fay.writes(amy, 'Two')
    expect(again.id).toBe(body.id)
    const answer = await say(fay, body.id, 'Three')
    expect(answer.status).toBe(201)
    expect((await open(fay, body.id)).messages).toEqual([...again.messages, answer.body])
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
    const rows = await storedMessages(id)
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
