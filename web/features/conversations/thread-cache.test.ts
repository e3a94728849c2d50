import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { AMY, BOB, conversation, message, messages, newMessage } from '#tests/support/thread.ts'
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

describe('What the server answers', () => {
  // Spec 4.29
  it('is merged by id, in order of time, then of id', () => {
    const created_at = '2026-11-16T15:00:00.000Z'
    const known = withNewest(thread(messages(1, 3)), page(messages(2, 5)))
    const tied = withNewest(known, page([message(8, { created_at }), message(7, { created_at })]))
    expect(ids(tied)).toEqual([...numbers(1, 5), ...numbers(7, 8)])
  })

  it('says whether there is more before: a full page may have some, a shorter one has none', () => {
    expect(thread(messages(1, 49)).has_older).toBe(false)
    expect(thread(messages(1, 50)).has_older).toBe(true)
    const known = withOlder(thread(messages(51, 100)), page(messages(1, 50)))
    expect(known.has_older).toBe(true)
    expect(withOlder(known, page([])).has_older).toBe(false)
  })

  it('does not bring a beginning back that was reached', () => {
    const whole = withOlder(thread(messages(4, 53)), page(messages(1, 3)))
    expect(withNewest(whole, page(messages(5, 54)))).toMatchObject({ has_older: false })
  })

  it('brings what changed: who may write, and what was read', () => {
    const known = thread([message(1, { sender_id: BOB })])
    const answer = conversation([message(1, { sender_id: BOB, is_read: true })], { can_send_messages: false })
    const later = withNewest(known, { conversation: answer, asked_at: logicalTime() })
    expect(later.conversation.can_send_messages).toBe(false)
    expect(later.messages[0]?.is_read).toBe(true)
  })

  it('does not undo what was heard while it was on its way', () => {
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

describe('After a long absence', () => {
  it('what was missed is asked for until it reaches what is known', () => {
    const known = thread(messages(1, 60))
    const newest = page(messages(101, 150))
    expect(gapBefore(known, newest.conversation)).toBe('m00101')
    expect(gapBefore(known, conversation(messages(51, 100)))).toBeNull()
    const caughtUp = withNewest(known, newest, [page(messages(51, 100))])
    expect(ids(caughtUp)).toEqual(numbers(1, 150))
    expect(caughtUp.has_older).toBe(known.has_older)
  })

  it('a live message that came first does not hide the gap', () => {
    const known = withEvent(thread(messages(1, 60)), newMessage(message(150)), BOB)
    expect(gapBefore(known, conversation(messages(101, 150)))).toBe('m00101')
  })

  it('there is no gap where the page reaches back, is the whole thread, or the first there is', () => {
    expect(gapBefore(thread(messages(1, 60)), conversation(messages(20, 69)))).toBeNull()
    expect(gapBefore(thread(messages(1, 3)), conversation(messages(1, 5)))).toBeNull()
    expect(gapBefore(undefined, conversation(messages(1, 50)))).toBeNull()
    expect(gapBefore(thread([]), conversation([]))).toBeNull()
  })

  it('what cannot be joined is let go, and found again by scrolling', () => {
    const torn = withNewest(withNewest(thread(messages(1, 3)), page(messages(101, 150))), page(messages(101, 150)))
    const cut = cutBefore(torn, 'm00101')
    expect(ids(cut)).toEqual(numbers(101, 150))
    expect(cut.has_older).toBe(true)
  })
})

describe('A message on its way', () => {
  // Spec 3.21
  it('is replaced by the server’s own', () => {
    const sent = withSent(withPending(thread(), pending('a')), 'a', message(4, { sender_id: BOB, client_id: 'a' }))
    expect(sent.pending).toEqual([])
    expect(ids(sent)).toEqual(numbers(1, 4))
  })

  // Spec 4.27
  it('is taken back when it fails, alone', () => {
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    expect(withoutPending(two, 'a').pending).toEqual([pending('b')])
  })

  it('is not there twice when it is tried again', () => {
    const twice = withPending(withPending(thread(), pending('a')), pending('a'))
    expect(twice.pending).toEqual([pending('a')])
  })

  it('is the live message with its client_id, whichever comes first', () => {
    const live = newMessage(message(4, { sender_id: BOB, content: 'ok', client_id: 'b' }))
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    const updated = withEvent(two, live, BOB)
    expect(updated.pending).toEqual([pending('a')])
    const answered = withSent(updated, 'b', message(4, { sender_id: BOB, content: 'ok', client_id: 'b' }))
    expect(ids(answered)).toEqual(numbers(1, 4))
    expect(ids(withEvent(answered, live, BOB))).toEqual(numbers(1, 4))
  })

  it('is found in a page that was fetched meanwhile', () => {
    const caughtUp = withNewest(
      withPending(thread(), pending('a')),
      page([...messages(1, 3), message(4, { sender_id: BOB, client_id: 'a' })]),
    )
    expect(caughtUp.pending).toEqual([])
  })

  // Spec 4.28
  it('without a client_id in the event is the first of the same words and sender, and only that one', () => {
    const two = withPending(withPending(thread(), pending('a')), pending('b'))
    const once = withEvent(two, newMessage(message(4, { sender_id: BOB, content: 'ok' })), BOB)
    expect(once.pending).toEqual([pending('b')])
    const other = withEvent(once, newMessage(message(5, { sender_id: AMY, content: 'ok' })), BOB)
    expect(other.pending).toEqual([pending('b')])
  })

  it('is not mistaken for what the same person sent from another device', () => {
    const elsewhere = newMessage(message(4, { sender_id: BOB, content: 'ok', client_id: 'phone' }))
    const updated = withEvent(withPending(thread(), pending('a')), elsewhere, BOB)
    expect(updated.pending).toEqual([pending('a')])
    expect(ids(updated)).toEqual(numbers(1, 4))
  })
})

describe('Honest repetitions', () => {
  // Spec 4.28
  it('two "ok" stay two', () => {
    const one = withEvent(thread([]), newMessage(message(1, { content: 'ok' })), BOB)
    expect(ids(withEvent(one, newMessage(message(2, { content: 'ok' })), BOB))).toEqual(numbers(1, 2))
  })

  // Spec 4.28
  it('200 identical texts stay 200, each heard, answered and fetched again in any order', () => {
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
  it('of a type this client does not know changes nothing, nor does one about a message it does not have', () => {
    const known = thread()
    const unknown = { type: 'curtain_call', message_id: 'm00001' } as unknown as LiveEvent
    expect(withEvent(known, unknown, BOB)).toBe(known)
    expect(withEvent(known, { type: 'typing', user_id: AMY }, BOB)).toBe(known)
    const reaction = { emoji: '🔥', reaction_counts: { '🔥': 1 }, total_reactions: 1, user_id: AMY }
    expect(withEvent(known, { type: 'reaction_added', message_id: 'gone', ...reaction }, BOB)).toBe(known)
  })

  it('brings a message, and whose it is follows from who looks', () => {
    const event = newMessage(message(4, { sender_id: BOB }))
    expect(withEvent(thread(), event, BOB).messages.at(-1)?.is_own_message).toBe(true)
    expect(withEvent(thread(), event, AMY).messages.at(-1)?.is_own_message).toBe(false)
  })

  // Spec 4.29
  it('that comes late finds its place', () => {
    const known = thread([message(1), message(3)])
    expect(ids(withEvent(known, newMessage(message(2)), BOB))).toEqual(numbers(1, 3))
  })

  it('says what was read: everything written to the reader up to there, and nothing else', () => {
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

  // Spec 4.33, 4.34
  it('counts reactions for everyone, and changes the own list only by what oneself did', () => {
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
