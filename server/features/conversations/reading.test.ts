import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversations.ts'
import { markAllDelivered } from '#server/store/conversations/deliveries.ts'
import { messagingWorld } from '#tests/support/scenarios/messaging.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const { ctx, amy, fan, open, inbox, eventsDuring } = await messagingWorld()

const ABSENT = { error: 'Not found', code: 'not_found' }

const contents = (messages: Message[]) => messages.map(({ content }) => content)
const unread = async (person: Person, id: string, list: '' | '/received' = '') =>
  (await inbox(person, list)).find((one) => one.id === id)?.unread_count

/** Marks a message as delivered to a device of the recipient. */
function markDelivered({ id: recipient_id }: Person, conversation_id: string, message_id = ''): Promise<void> {
  return markAllDelivered(ctx.db, [{ recipient_id, conversation_id, message_id }])
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
    const looks = await eventsDuring(async () => {
      await open(amy, id, `?before=${two?.id}`)
      await inbox(amy, '/received')
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
    expect(await eventsDuring(() => open(eli, id.toUpperCase()))).toMatchObject([{ event: { user_id: eli.id } }])
    const notices = await eventsDuring(() => Promise.all(Array.from({ length: 20 }, () => open(amy, id.toUpperCase()))))
    expect(notices).toEqual([
      {
        kind: 'conversation',
        conversation_id: id,
        participants: [eli.id, amy.id],
        event: { type: 'message_read', message_id: two.id, user_id: amy.id },
      },
    ])
    expect(await eventsDuring(() => open(amy, id))).toEqual([])
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
    expect(await eventsDuring(() => open(gil, id))).toMatchObject([{ event: { message_id: question.id } }])
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
