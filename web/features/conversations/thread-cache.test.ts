import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { AMY, BOB, conversation, message, messages, newMessage } from '#tests/support/web/thread-fixtures.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import {
  changeMessage,
  cutBefore,
  gapBefore,
  type PendingMessage,
  type Thread,
  withEvent,
  withNewest,
  withOlder,
  withoutPending,
  withPending,
  withSent,
} from './thread-cache.ts'

/** Bob's thread with these messages in it. */
function thread(written = messages(1, 3)): Thread {
  return withNewest(undefined, page(written))
}

function page(written: ReturnType<typeof messages>, asked_at = logicalTime()) {
  return { conversation: conversation(written), asked_at }
}

function pending(client_id: string, content = 'ok'): PendingMessage {
  return { client_id, content, sender_id: BOB, created_at: '2026-11-16T13:00:00.000Z', status: 'sending' }
}

const ids = ({ messages: known }: Thread) => known.map(({ id }) => id)
const numbers = (from: number, to: number) => messages(from, to).map(({ id }) => id)

describe('The response of the server', () => {
  // Spec 4.29
  it('A thread merges messages by id and sorts them by time, then by id', () => {
    const created_at = '2026-11-16T15:00:00.000Z'
    const known = withNewest(thread(messages(1, 3)), page(messages(2, 5)))
    const tied = withNewest(known, page([message(8, { created_at }), message(7, { created_at })]))
    expect(ids(tied)).toEqual([...numbers(1, 5), ...numbers(7, 8)])
  })

  it('A thread has older messages after a full page, and none after a shorter one', () => {
    expect(thread(messages(1, 49)).has_older).toBe(false)
    expect(thread(messages(1, 50)).has_older).toBe(true)
    const known = withOlder(thread(messages(51, 100)), page(messages(1, 50)))
    expect(known.has_older).toBe(true)
    expect(withOlder(known, page([])).has_older).toBe(false)
  })

  it('A thread that was loaded to its beginning still has no older messages after a refetch', () => {
    const whole = withOlder(thread(messages(4, 53)), page(messages(1, 3)))
    expect(withNewest(whole, page(messages(5, 54)))).toMatchObject({ has_older: false })
  })

  it('A refetch updates who may write and what was read', () => {
    const known = thread([message(1, { sender_id: BOB })])
    const answer = conversation([message(1, { sender_id: BOB, is_read: true })], { can_send_messages: false })
    const later = withNewest(known, { conversation: answer, asked_at: logicalTime() })
    expect(later.conversation.can_send_messages).toBe(false)
    expect(later.messages[0]?.is_read).toBe(true)
  })

  it('A response does not undo live events that arrived after its request', () => {
    const asked_at = logicalTime()
    const updated = changeMessage(thread(), 'm00001', () => ({
      reactions: { counts: { '🔥': 1 }, user_reactions: [], total_count: 1 },
    }))
    expect(withNewest(updated, page(messages(1, 3), asked_at)).messages[0]?.reactions.total_count).toBe(1)
    expect(withNewest(updated, page(messages(1, 3))).messages[0]?.reactions.total_count).toBe(0)
    const read = withEvent(updated, { type: 'message_read', message_id: 'm00003', user_id: BOB }, AMY)
    expect(withNewest(read, page(messages(1, 3), asked_at)).messages.every(({ is_read }) => is_read)).toBe(true)
  })
})

describe('The gap after a long absence', () => {
  it('Missed messages are fetched until they reach the known ones', () => {
    const known = thread(messages(1, 60))
    const newest = page(messages(101, 150))
    expect(gapBefore(known, newest.conversation)).toBe('m00101')
    expect(gapBefore(known, conversation(messages(51, 100)))).toBeNull()
    const caughtUp = withNewest(known, newest, [page(messages(51, 100))])
    expect(ids(caughtUp)).toEqual(numbers(1, 150))
    expect(caughtUp.has_older).toBe(known.has_older)
  })

  it('A live message that arrives first does not hide the gap of missed messages', () => {
    const known = withEvent(thread(messages(1, 60)), newMessage(message(150)), BOB)
    expect(gapBefore(known, conversation(messages(101, 150)))).toBe('m00101')
  })

  it('A live message among missed ones does not hide them, however many pages they fill', () => {
    const live = messages(61, 180).filter((_, index) => index % 2 === 0)
    const known = live.reduce((thread, one) => withEvent(thread, newMessage(one), BOB), thread(messages(1, 60)))
    expect(gapBefore(known, conversation(messages(131, 180)))).toBe('m00131')
    expect(gapBefore(known, conversation(messages(81, 130)))).toBe('m00081')
    expect(gapBefore(known, conversation(messages(31, 80)))).toBeNull()
    const caughtUp = withNewest(known, page(messages(131, 180)), [page(messages(81, 130)), page(messages(31, 80))])
    expect(ids(caughtUp)).toEqual(numbers(1, 180))
    expect(gapBefore(caughtUp, conversation(messages(141, 190)))).toBeNull()
  })

  it('The first messages of an empty conversation can be missed too', () => {
    const known = withEvent(thread([]), newMessage(message(70)), BOB)
    expect(gapBefore(known, conversation(messages(21, 70)))).toBe('m00021')
    expect(gapBefore(known, conversation(messages(1, 20)))).toBeNull()
  })

  it('A thread has no gap if the page overlaps it, is the whole thread, or is the first page', () => {
    expect(gapBefore(thread(messages(1, 60)), conversation(messages(20, 69)))).toBeNull()
    expect(gapBefore(thread(messages(1, 3)), conversation(messages(1, 5)))).toBeNull()
    expect(gapBefore(undefined, conversation(messages(1, 50)))).toBeNull()
    expect(gapBefore(thread([]), conversation([]))).toBeNull()
  })

  it('Messages before a gap that cannot be closed are dropped, and loaded again by scrolling', () => {
    const torn = withNewest(withNewest(thread(messages(1, 3)), page(messages(101, 150))), page(messages(101, 150)))
    const cut = cutBefore(torn, 'm00101')
    expect(ids(cut)).toEqual(numbers(101, 150))
    expect(cut.has_older).toBe(true)
  })
})

describe('A pending message', () => {
  // Spec 3.21
  it('A pending message is replaced by the message in the response', () => {
    const sent = withSent(withPending(thread(), pending('a')), 'a', message(4, { sender_id: BOB, client_id: 'a' }))
    expect(sent.pending).toEqual([])
    expect(ids(sent)).toEqual(numbers(1, 4))
  })

  // Spec 4.27
  it('A pending message that fails is removed, and other pending ones stay', () => {
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    expect(withoutPending(two, 'a').pending).toEqual([pending('b')])
  })

  it('A pending message that is retried is listed once', () => {
    const twice = withPending(withPending(thread(), pending('a')), pending('a'))
    expect(twice.pending).toEqual([pending('a')])
  })

  it('A pending message is matched with the live message of the same client_id, whichever arrives first', () => {
    const live = newMessage(message(4, { sender_id: BOB, content: 'ok', client_id: 'b' }))
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    const updated = withEvent(two, live, BOB)
    expect(updated.pending).toEqual([pending('a')])
    const answered = withSent(updated, 'b', message(4, { sender_id: BOB, content: 'ok', client_id: 'b' }))
    expect(ids(answered)).toEqual(numbers(1, 4))
    expect(ids(withEvent(answered, live, BOB))).toEqual(numbers(1, 4))
  })

  it('A pending message is removed if a refetched page contains it', () => {
    const caughtUp = withNewest(
      withPending(thread(), pending('a')),
      page([...messages(1, 3), message(4, { sender_id: BOB, client_id: 'a' })]),
    )
    expect(caughtUp.pending).toEqual([])
  })

  // Spec 4.28
  it('A live message without client_id replaces only the first pending message with its text and sender', () => {
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    const once = withEvent(two, newMessage(message(4, { sender_id: BOB, content: 'ok' })), BOB)
    expect(once.pending).toEqual([pending('b')])
    const other = withEvent(once, newMessage(message(5, { sender_id: AMY, content: 'ok' })), BOB)
    expect(other.pending).toEqual([pending('b')])
  })

  it('A pending message is not replaced by an equal one that the sender wrote on another device', () => {
    const elsewhere = newMessage(message(4, { sender_id: BOB, content: 'ok', client_id: 'phone' }))
    const updated = withEvent(withPending(thread(), pending('a')), elsewhere, BOB)
    expect(updated.pending).toEqual([pending('a')])
    expect(ids(updated)).toEqual(numbers(1, 4))
  })
})

describe('Identical messages', () => {
  // Spec 4.28
  it('Two messages "ok" stay two', () => {
    const one = withEvent(thread([]), newMessage(message(1, { content: 'ok' })), BOB)
    expect(ids(withEvent(one, newMessage(message(2, { content: 'ok' })), BOB))).toEqual(numbers(1, 2))
  })

  // Spec 4.28
  it('200 identical messages stay 200, with their events, responses and refetches in any order', () => {
    let known = thread([])
    const sent = Array.from({ length: 200 }, (_, index) =>
      message(index + 1, { sender_id: BOB, content: 'ok', client_id: `client ${index}` }),
    )
    for (const [index, one] of sent.entries()) {
      const client_id = one.client_id ?? ''
      known = withPending(known, pending(client_id))
      if (index % 2 === 0) known = withEvent(known, newMessage(one), BOB)
      known = withSent(known, client_id, one)
      known = withEvent(known, newMessage(one), BOB)
      if (index % 50 === 49) known = withNewest(known, page(sent.slice(Math.max(0, index - 49), index + 1)))
    }
    expect(known.pending).toEqual([])
    expect(ids(known)).toEqual(numbers(1, 200))
  })
})

describe('A live event', () => {
  // Spec 4.35
  it('A live event of an unknown type, or about an unknown message, changes nothing', () => {
    const known = thread()
    const unknown = { type: 'curtain_call', message_id: 'm00001' } as unknown as LiveEvent
    expect(withEvent(known, unknown, BOB)).toBe(known)
    expect(withEvent(known, { type: 'typing', user_id: AMY }, BOB)).toBe(known)
    const reaction = { emoji: '🔥', reaction_counts: { '🔥': 1 }, total_reactions: 1, user_id: AMY }
    expect(withEvent(known, { type: 'reaction_added', message_id: 'gone', ...reaction }, BOB)).toBe(known)
  })

  it('A live message is one’s own or not, depending on the viewer', () => {
    const event = newMessage(message(4, { sender_id: BOB }))
    expect(withEvent(thread(), event, BOB).messages.at(-1)?.is_own_message).toBe(true)
    expect(withEvent(thread(), event, AMY).messages.at(-1)?.is_own_message).toBe(false)
  })

  // Spec 4.29
  it('A live message that arrives late is sorted into its place', () => {
    const known = thread([message(1), message(3)])
    expect(ids(withEvent(known, newMessage(message(2)), BOB))).toEqual(numbers(1, 3))
  })

  it('A read event marks the messages to the reader up to that one as read, and no others', () => {
    const known = thread([
      message(1, { sender_id: BOB }),
      message(2, { sender_id: AMY }),
      message(3, { sender_id: BOB }),
      message(4, { sender_id: BOB }),
    ])
    const read = withEvent(known, { type: 'message_read', message_id: 'm00003', user_id: AMY }, BOB)
    expect(read.messages.map(({ is_read }) => is_read)).toEqual([true, false, true, false])
    expect(read.messages.map(({ is_delivered }) => is_delivered)).toEqual([true, false, true, false])
  })

  it('A message that staff remove changes in the open thread, and a response that was on its way does not bring it back', () => {
    const asked_at = logicalTime()
    const event = {
      type: 'message_changed',
      message_id: 'm00002',
      content: 'Message removed',
      is_removed: true,
    } as const
    const known = thread()
    const removed = withEvent(known, event, BOB)
    expect(removed.messages[1]).toMatchObject({ content: 'Message removed', is_removed: true })
    expect([removed.messages[0], removed.messages[2]]).toEqual([known.messages[0], known.messages[2]])
    expect(withNewest(removed, page(messages(1, 3), asked_at)).messages[1]).toMatchObject({ is_removed: true })
    const back = withEvent(removed, { ...event, content: 'Message 2', is_removed: false }, BOB)
    expect(back.messages[1]).toMatchObject({ content: 'Message 2', is_removed: false })
  })

  // Spec 4.33, 4.34
  it('A reaction event changes the counts for everyone, and the own reactions only if it is one’s own', () => {
    const event = {
      type: 'reaction_added',
      message_id: 'm00001',
      emoji: '🔥',
      reaction_counts: { '🔥': 2, '💯': 0 },
      total_reactions: 2,
    } as const
    const others = withEvent(thread(), { ...event, user_id: AMY }, BOB)
    expect(others.messages[0]?.reactions).toEqual({ counts: { '🔥': 2 }, total_count: 2, user_reactions: [] })
    const own = withEvent(others, { ...event, user_id: BOB }, BOB)
    expect(own.messages[0]?.reactions.user_reactions).toEqual(['🔥'])
    const removal = { ...event, type: 'reaction_removed', reaction_counts: {}, total_reactions: 0 } as const
    const gone = withEvent(own, { ...removal, user_id: BOB }, BOB)
    expect(gone.messages[0]?.reactions).toEqual({ counts: {}, total_count: 0, user_reactions: [] })
  })
})
