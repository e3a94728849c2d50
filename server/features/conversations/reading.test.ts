import { describe, expect, it } from 'vitest'
import type { ConversationSummary, Message } from '#contract/conversations.ts'
import type { BusEvent } from '#server/live/live.ts'
import { markAllDelivered } from '#server/store/deliveries.ts'
import { newId } from '#server/store/ids.ts'
import { insertFirstMessage } from '#server/store/message-writing.ts'
import { grantSubscription } from '#server/store/periods.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const ABSENT = { error: 'Not found', code: 'not_found' }

async function fan(name: string): Promise<Person> {
  const person = await member(name)
  await subscribe(person, amy, 365)
  return person
}

const open = async (person: Person, id: string, query = '') =>
  (await person.ask('GET', `/conversations/${id}${query}`)).body
const contents = (messages: Message[]) => messages.map(({ content }) => content)
const listed = async (person: Person, list = ''): Promise<ConversationSummary[]> =>
  (await person.ask('GET', `/conversations${list}`)).body
const unread = async (person: Person, id: string, list = '') =>
  (await listed(person, list)).find((one) => one.id === id)?.unread_count

/** What is told while something is done. */
async function told(work: () => Promise<unknown>): Promise<BusEvent[]> {
  const notices: BusEvent[] = []
  const stop = ctx.live.listen((notice) => void notices.push(notice))
  await work()
  stop()
  return notices
}

/** Marks a message as delivered to a device of the recipient. */
function markDelivered({ id: recipient_id }: Person, conversation_id: string, message_id = ''): Promise<void> {
  return markAllDelivered(ctx.db, [{ recipient_id, conversation_id, message_id }])
}

/** A first message of a sender whose rows are inserted directly, because signing up is slow. */
async function firstMessage(to: Person, name: string): Promise<string> {
  const [db, now, sender_id] = [ctx.db, ctx.now(), newId(ctx.now())]
  await db`
    insert into users (id, email, email_key, username, password_hash, created_at)
    values (${sender_id}, ${name}, ${name}, ${name}, '', ${now})`
  await grantSubscription(db, { id: newId(now), fan_id: sender_id, profile_id: to.id, days: 1, now })
  const written = await insertFirstMessage(db, to.id, { sender_id, content: 'Hello', client_id: undefined, now })
  return written?.conversation_id ?? ''
}

describe('Refused cursors', () => {
  it('Older messages cannot be requested before a message of another conversation, or before what is not an id', async () => {
    const ann = await fan('ann')
    const ben = await fan('ben')
    const mine = await ann.writes(amy)
    const theirs = await ben.writes(amy)
    for (const before of [NOBODY, theirs.messages[0]?.id]) {
      expect(await ann.ask('GET', `/conversations/${mine.id}?before=${before}`)).toMatchObject({
        status: 404,
        body: ABSENT,
      })
    }
    for (const before of ['', 'x', '5', '%00', '%F0%9F', `${NOBODY}&before=${NOBODY}`]) {
      expect((await ann.ask('GET', `/conversations/${mine.id}?before=${before}`)).status, before).toBe(422)
    }
  })
})

describe('Refused cursors of inboxes', () => {
  it('An inbox refuses a cursor that is invalid', async () => {
    const ann = await fan('una')
    for (const cursor of ['', 'x', '5', `_${NOBODY}`, `1763287200000_`, `99999999999999_${NOBODY}`, '%00', '%F0%9F']) {
      expect((await ann.ask('GET', `/conversations?cursor=${cursor}`)).status, cursor).toBe(422)
    }
    expect((await ann.ask('GET', `/conversations?cursor=9999999999999_${NOBODY}`)).status).toBe(200)
  })
})

describe('Reading a conversation', () => {
  // Spec 7.38
  it('A conversation shows its newest fifty messages, oldest first, and older ones page by page', async () => {
    const cal = await fan('cal')
    const { id } = await cal.writes(amy, '0')
    for (let index = 1; index < 120; index += 1) await (index % 3 ? cal : amy).says(id, String(index))
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index))
    const newest: Message[] = (await open(amy, id)).messages
    expect(contents(newest)).toEqual(numbers(70, 120))
    const middle: Message[] = (await open(amy, id, `?before=${newest[0]?.id}`)).messages
    expect(contents(middle)).toEqual(numbers(20, 70))
    const oldest: Message[] = (await open(amy, id, `?before=${middle[0]?.id.toUpperCase()}`)).messages
    expect(contents(oldest)).toEqual(numbers(0, 20))
    expect((await open(amy, id, `?before=${oldest[0]?.id}`)).messages).toEqual([])
  })

  // Spec 3.20, 7.38
  it('Opening a conversation marks it as read; older pages, the inbox and a HEAD request do not', async () => {
    const dan = await fan('dan')
    const { id } = await dan.writes(amy, 'One')
    await dan.says(id, 'Two')
    const [, two] = (await open(dan, id)).messages
    const looks = await told(async () => {
      await open(amy, id, `?before=${two.id}`)
      await listed(amy, '/received')
      expect((await amy.fetch(`/conversations/${id}`, { method: 'HEAD' })).status).toBe(200)
    })
    expect(looks).toEqual([])
    expect(await unread(amy, id, '/received')).toBe(2)
    expect((await open(dan, id)).messages.map(({ is_read }: Message) => is_read)).toEqual([false, false])

    const seen = await open(amy, id)
    expect(seen.unread_count).toBe(0)
    expect(seen.messages).toMatchObject([
      { is_own_message: false, is_read: true, is_delivered: true },
      { is_own_message: false, is_read: true, is_delivered: true },
    ])
    expect(await unread(amy, id, '/received')).toBe(0)
    expect((await open(dan, id)).messages).toMatchObject([
      { is_own_message: true, is_read: true, is_delivered: true },
      { is_own_message: true, is_read: true, is_delivered: true },
    ])
  })

  it('A read receipt is published once, up to the last message of the other participant', async () => {
    const eli = await fan('eli')
    const { id } = await eli.writes(amy, 'One')
    const two = await eli.says(id, 'Two')
    await amy.says(id, 'Three')
    expect(await told(() => open(eli, id.toUpperCase()))).toMatchObject([{ event: { user_id: eli.id } }])
    const notices = await told(() => Promise.all(Array.from({ length: 20 }, () => open(amy, id.toUpperCase()))))
    expect(notices).toEqual([
      {
        kind: 'conversation',
        conversation_id: id,
        participants: [eli.id, amy.id],
        event: { type: 'message_read', message_id: two.id, user_id: amy.id },
      },
    ])
    expect(await told(() => open(amy, id))).toEqual([])
  })

  it('Who opens a conversation is told the first unread message, once, also when it is not on the page', async () => {
    const nat = await fan('nat')
    const { id, messages } = await nat.writes(amy, 'One')
    const unread_from = async (person: Person, query = '') => (await open(person, id, query)).first_unread_id
    expect(await unread_from(nat)).toBeUndefined()
    await nat.says(id, 'Two')
    expect(await unread_from(amy)).toBe(messages[0]?.id)
    expect(await unread_from(amy)).toBeUndefined()

    await amy.says(id, 'Own words are not unread')
    const three = await nat.says(id, 'Three')
    await amy.says(id, 'Nor are these')
    const four = await nat.says(id, 'Four')
    // Older pages and HEAD requests mark nothing as read.
    expect(await unread_from(amy, `?before=${four.id}`)).toBeUndefined()
    await amy.fetch(`/conversations/${id}`, { method: 'HEAD' })
    expect(await unread_from(amy)).toBe(three.id)
    expect(await unread_from(amy)).toBeUndefined()

    const far = await nat.says(id, 'Far up')
    for (let index = 0; index < 60; index += 1) await nat.says(id)
    const { first_unread_id, messages: shown } = await open(amy, id)
    expect(first_unread_id).toBe(far.id)
    expect(shown.map((message: Message) => message.id)).not.toContain(far.id)
  })

  // Spec 3.19
  it('One’s own messages never count as unread', async () => {
    const fay = await fan('fay')
    const { id } = await fay.writes(amy, 'One')
    for (let index = 0; index < 5; index += 1) await fay.says(id)
    expect(await unread(fay, id)).toBe(0)
    expect(await unread(amy, id, '/received')).toBe(6)
    await amy.says(id)
    expect(await unread(fay, id)).toBe(1)
    expect(await unread(amy, id, '/received')).toBe(6)
  })

  it('A conversation is marked as read also when one’s own messages fill the page', async () => {
    const gil = await fan('gil')
    const { id } = await gil.writes(amy, 'Hello')
    const question = await amy.says(id, 'And?')
    for (let index = 0; index < 60; index += 1) await gil.says(id)
    expect(await unread(gil, id)).toBe(1)
    expect(await told(() => open(gil, id))).toMatchObject([{ event: { message_id: question.id } }])
    expect(await unread(gil, id)).toBe(0)
  })

  // Spec 3.20
  it('A message counts as delivered when a device of the recipient has got it, and not a device of the sender', async () => {
    const hua = await fan('hua')
    const { id, messages } = await hua.writes(amy, 'One')
    const [one] = messages
    const two = await hua.says(id, 'Two')
    const delivered = async () => (await open(hua, id)).messages.map(({ is_delivered }: Message) => is_delivered)
    await markDelivered(hua, id, two.id)
    expect(await delivered()).toEqual([false, false])
    await markDelivered(amy, id, one?.id)
    expect(await delivered()).toEqual([true, false])
    await markDelivered(amy, id, two.id)
    await markDelivered(amy, id, one?.id)
    expect(await delivered()).toEqual([true, true])
    expect((await open(hua, id)).messages.map(({ is_read }: Message) => is_read)).toEqual([false, false])
  })
})

describe('Delivery of one’s own messages', () => {
  it('A message of one’s own that arrives on a device does not mark earlier messages of the other participant as delivered', async () => {
    const ian = await fan('ian')
    const { id } = await ian.writes(amy, 'One')
    const two = await amy.says(id, 'Two')
    const three = await ian.says(id, 'Three')
    await markDelivered(ian, id, three.id)
    const seen = async () => (await open(amy, id)).messages.find((message: Message) => message.id === two.id)
    expect(await seen()).toMatchObject({ is_delivered: false })
    await markDelivered(ian, id, two.id)
    expect(await seen()).toMatchObject({ is_delivered: true, is_read: false })
  })
})

describe('Inboxes', () => {
  // Spec 7.36, 7.37
  it('A creator who is also a fan has conversations they started and conversations they received in separate lists', async () => {
    await subscribe(amy, zoe)
    const { id } = await amy.writes(zoe, 'From one creator to another')
    expect((await listed(amy)).map((one) => one.id)).toEqual([id])
    expect((await listed(amy, '/received')).map((one) => one.id)).not.toContain(id)
    expect((await listed(zoe, '/received')).map((one) => one.id)).toEqual([id])
    expect(await listed(zoe)).toEqual([])
    const ivy = await fan('ivy')
    expect(await listed(ivy)).toEqual([])
    expect(await ivy.ask('GET', '/conversations/received')).toMatchObject({ status: 403 })
  })

  // Spec 3.19, 7.36, 7.37
  it('An inbox begins with the latest message, and shows it', async () => {
    const jon = await fan('jon')
    const kat = await fan('kat')
    passes(1000)
    const first = await jon.writes(amy, 'From Jon')
    passes(1000)
    const second = await kat.writes(amy, 'From Kat')
    const order = async () => (await listed(amy, '/received')).slice(0, 2).map(({ id }) => id)
    expect(await order()).toEqual([second.id, first.id])
    passes(1000)
    await amy.says(first.id, 'To Jon')
    expect(await order()).toEqual([first.id, second.id])
    const { messages, first_unread_id: _, ...summary } = await open(jon, first.id)
    expect(await listed(jon)).toEqual([summary])
    expect(summary.last_message).toEqual({
      content: 'To Jon',
      created_at: ctx.now().toISOString(),
      sender_id: amy.id,
    })
    expect(messages).toHaveLength(2)
  })

  it('An inbox counts the unread messages of all its pages, up to 100', async () => {
    const [una, vic] = [await creator('una-of-many'), await fan('vic')]
    const unreadCount = async (person: Person, list = '/received') =>
      (await person.ask('GET', `/conversations${list}`)).headers['x-unread-count']
    expect([await unreadCount(una), await unreadCount(vic, '')]).toEqual(['0', '0'])
    const ids: string[] = []
    for (let index = 0; index < 35; index += 1) ids.push(await firstMessage(una, `far-down-${index}`))
    passes(1000)
    await una.says(ids[34] ?? '', 'An answer is no news to who wrote it')
    expect(await unreadCount(una)).toBe('35')
    await open(una, ids[0] ?? '')
    expect(await unreadCount(una)).toBe('34')
    await ctx.db`
      with lengthened as (update conversations set last_position = 90 where id = ${ids[0] ?? ''} returning id, fan_id)
      insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), id, n, fan_id, 'More', ${ctx.now()}::timestamptz from lengthened, generate_series(2, 90) n`
    expect(await unreadCount(una)).toBe('100')
  })

  // Spec 7.36, 7.37
  it('An inbox has pages of thirty, with each conversation once, also while somebody writes', async () => {
    const ursa = await creator('ursa')
    const ids: string[] = []
    for (let index = 0; index < 65; index += 1) {
      // Some of them have the same timestamp.
      if (index % 4 === 0) passes(1)
      ids.push(await firstMessage(ursa, `reader-${index}`))
    }
    const pages: string[][] = []
    let query = ''
    for (let turn = 0; turn < 5; turn += 1) {
      const { body, headers } = await ursa.ask('GET', `/conversations/received${query}`)
      pages.push(body.map(({ id }: ConversationSummary) => id))
      const link = /^<(\?cursor=[^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))
      if (!link) break
      query = link[1] ?? ''
      await ursa.says(ids[64] ?? '', 'Meanwhile')
    }
    expect(pages.map((page) => page.length)).toEqual([30, 30, 5])
    expect(new Set(pages.flat())).toEqual(new Set(ids))
    for (const cursor of [
      '',
      'x',
      '5',
      NOBODY,
      `1772366400000_${NOBODY}x`,
      `1e3_${NOBODY}`,
      `99999999999999_${NOBODY}`,
    ]) {
      expect((await ursa.ask('GET', `/conversations/received?cursor=${cursor}`)).status, cursor).toBe(422)
      expect((await ursa.ask('GET', `/conversations?cursor=${cursor}`)).status, cursor).toBe(422)
    }
  })
})
