import { describe, expect, it } from 'vitest'
import { AMY, BOB, message } from '#tests/support/web/thread-fixtures.ts'
import { daysOf, isPending, relativeDay } from './thread-days.ts'

const at = (text: string) => new Date(text).toISOString()
const pending = { client_id: 'a', content: 'Hi', sender_id: BOB, status: 'sending' as const }

describe('The days of a thread', () => {
  // Spec 2.78
  it('The days of a thread begin at local midnight', () => {
    const days = daysOf({
      messages: [
        message(1, { created_at: at('2026-11-15T23:59:59') }),
        message(2, { created_at: at('2026-11-16T00:00:00') }),
      ],
      pending: [],
    })
    expect(days.map(({ start }) => start)).toEqual([new Date(2026, 10, 15), new Date(2026, 10, 16)])
  })

  it('The messages of one sender within five minutes form a group', () => {
    const days = daysOf({
      messages: [
        message(1, { created_at: at('2026-11-16T10:00:00') }),
        message(2, { created_at: at('2026-11-16T10:04:59') }),
        message(3, { created_at: at('2026-11-16T10:05:30'), sender_id: BOB }),
        message(4, { created_at: at('2026-11-16T10:06:00'), sender_id: AMY }),
        message(5, { created_at: at('2026-11-16T10:11:00'), sender_id: AMY }),
      ],
      pending: [],
    })
    expect(days[0]?.groups.map(({ isOwn, entries }) => [isOwn, entries.length])).toEqual([
      [false, 2],
      [true, 1],
      [false, 1],
      [false, 1],
    ])
  })

  it('A new group begins at the first unread message, also within the messages of one sender', () => {
    const spoken = [1, 2, 3].map((number) => message(number, { created_at: at(`2026-11-16T10:00:0${number}`) }))
    const starts = (unread_from: string) =>
      daysOf({ messages: spoken, pending: [], unread_from })[0]?.groups.map(({ entries, startsUnread = false }) => [
        entries.length,
        startsUnread,
      ])
    expect(starts('m00002')).toEqual([
      [1, false],
      [2, true],
    ])
    // The first unread message is older than the loaded ones: all of them were unread.
    expect(starts('m00000')).toEqual([[3, true]])
    expect(starts('m00009')).toEqual([[3, false]])
  })

  it('Pending messages come last in a thread, also if the device’s clock is behind', () => {
    const days = daysOf({
      messages: [message(1, { created_at: at('2026-11-16T00:01:00') })],
      pending: [{ ...pending, created_at: at('2026-11-15T23:59:00') }],
    })
    expect(days).toHaveLength(1)
    expect(days[0]?.groups.flatMap(({ entries }) => entries).map(isPending)).toEqual([false, true])
  })
})

describe('A date header', () => {
  // Spec 9.23
  it.each([
    ['2026-11-16', '2026-11-16T23:59', 'today'],
    ['2026-11-17', '2026-11-16T23:59', 'today'],
    ['2026-11-15', '2026-11-16T00:00', 'yesterday'],
    ['2026-11-14', '2026-11-16T00:00', null],
    ['2025-12-31', '2026-01-01T12:00', 'yesterday'],
    // Daylight saving time changes in that night.
    ['2026-10-24', '2026-10-25T23:30', 'yesterday'],
  ])('A date header of %s, read at %s, says %s', (day, now, word) => {
    expect(relativeDay(new Date(`${day}T00:00`), new Date(now))).toBe(word)
  })
})
