import { describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscriptions.ts'
import { clockSkew, type TicketPage, ticketsOf } from './tickets.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-01T12:00:00Z')

/** A ticket as the server lists it: ongoing when it says for how long. */
function ticket(id: string, ends_in: number, expires_in?: string): Subscription {
  const expires_at = new Date(NOW + ends_in).toISOString()
  return { id, profile_pic: null, profile_name: id, expires_at, ...(expires_in !== undefined && { expires_in }) }
}

function listOf(...pages: (Partial<TicketPage> & Pick<TicketPage, 'rows'>)[]) {
  return {
    pages: pages.map((page) => ({ next: null, ahead_ms: 0, ...page })),
    pageParams: pages.map(() => undefined),
  }
}

function idsIn(...[list, now]: Parameters<typeof ticketsOf>) {
  const { ongoing, past } = ticketsOf(list, now)
  return { ongoing: ongoing.map(({ id }) => id), past: past.map(({ id }) => id) }
}

describe('A ticket', () => {
  const list = listOf({
    rows: [ticket('soon', HOUR, '1 hour'), ticket('later', 9 * HOUR, '9 hours'), ticket('over', -HOUR)],
  })

  // Spec 4.36
  it('is ongoing or past as the server said', () => {
    expect(idsIn(list, NOW)).toEqual({ ongoing: ['soon', 'later'], past: ['over'] })
    expect(idsIn(undefined, NOW)).toEqual({ ongoing: [], past: [] })
  })

  it('goes to the past, on top, in the moment it runs out and not before', () => {
    expect(idsIn(list, NOW + HOUR - 1).ongoing).toEqual(['soon', 'later'])
    expect(idsIn(list, NOW + HOUR)).toEqual({ ongoing: ['later'], past: ['soon', 'over'] })
    expect(idsIn(list, NOW + 9 * HOUR).past).toEqual(['later', 'soon', 'over'])
  })

  it('says how long it is still good, less and less', () => {
    const left = (now: number) => ticketsOf(list, now).ongoing.map((each) => each.left)
    expect(left(NOW)).toEqual([
      { unit: 'hours', count: 1 },
      { unit: 'hours', count: 9 },
    ])
    expect(left(NOW + HOUR / 2)[0]).toEqual({ unit: 'minutes', count: 30 })
  })

  // Spec 4.36
  it('that the server calls past is past, though by this clock it goes on', () => {
    expect(idsIn(listOf({ rows: [ticket('over', HOUR)] }), NOW)).toEqual({ ongoing: [], past: ['over'] })
  })

  it('that the server calls ongoing is ongoing on a device whose clock is a day ahead, and ends when it ends there', () => {
    const early = NOW + 24 * HOUR
    const ahead_ms = clockSkew(new Date(NOW).toUTCString(), early)
    const list = listOf({ rows: [ticket('soon', HOUR, '1 hour')], ahead_ms })
    expect(ticketsOf(list, early).ongoing).toMatchObject([{ left: { unit: 'hours', count: 1 }, ends_at: early + HOUR }])
    expect(idsIn(list, early + HOUR).past).toEqual(['soon'])
  })

  it('that ended between two pages of its list stands there once, in the past', () => {
    const first = { rows: [ticket('soon', 0, '1 minute'), ticket('later', HOUR, '1 hour')] }
    const second = { rows: [ticket('soon', 0), ticket('over', -HOUR)] }
    expect(idsIn(listOf(first, second), NOW)).toEqual({ ongoing: ['later'], past: ['soon', 'over'] })
  })
})

describe('The server’s clock', () => {
  it.each([
    [null, 0],
    ['Sun, 01 Mar 2026 12:00:00 GMT', 0],
    ['Sun, 01 Mar 2026 11:59:01 GMT', 0],
    ['Sun, 01 Mar 2026 11:59:00 GMT', -60_000],
    ['Mon, 02 Mar 2026 12:00:00 GMT', 24 * HOUR],
  ])('that says %s is ahead by %d ms', (date, ahead) => {
    expect(clockSkew(date, NOW)).toBe(ahead)
  })
})
