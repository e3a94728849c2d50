import { describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { clockSkew, type TicketPage, ticketsOf } from './tickets.ts'

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
    rows: [ticket('soon', HOUR_MS, '1 hour'), ticket('later', 9 * HOUR_MS, '9 hours'), ticket('over', -HOUR_MS)],
  })

  // Spec 4.36
  it('A ticket is ongoing or past as the server said', () => {
    expect(idsIn(list, NOW)).toEqual({ ongoing: ['soon', 'later'], past: ['over'] })
    expect(idsIn(undefined, NOW)).toEqual({ ongoing: [], past: [] })
  })

  it('A ticket moves to the top of the past ones at the moment it expires', () => {
    expect(idsIn(list, NOW + HOUR_MS - 1).ongoing).toEqual(['soon', 'later'])
    expect(idsIn(list, NOW + HOUR_MS)).toEqual({ ongoing: ['later'], past: ['soon', 'over'] })
    expect(idsIn(list, NOW + 9 * HOUR_MS).past).toEqual(['later', 'soon', 'over'])
  })

  it('A ticket shows the remaining time, which decreases', () => {
    const left = (now: number) => ticketsOf(list, now).ongoing.map((each) => each.left)
    expect(left(NOW)).toEqual([
      { unit: 'hours', count: 1 },
      { unit: 'hours', count: 9 },
    ])
    expect(left(NOW + HOUR_MS / 2)[0]).toEqual({ unit: 'minutes', count: 30 })
  })

  // Spec 4.36
  it('A ticket that the server calls past is past, also if it has not expired by the device’s clock', () => {
    expect(idsIn(listOf({ rows: [ticket('over', HOUR_MS)] }), NOW)).toEqual({ ongoing: [], past: ['over'] })
  })

  it('A ticket is ongoing on a device whose clock is a day ahead, and expires at the server’s time', () => {
    const early = NOW + DAY_MS
    const ahead_ms = clockSkew(new Date(NOW).toUTCString(), early)
    const list = listOf({ rows: [ticket('soon', HOUR_MS, '1 hour')], ahead_ms })
    expect(ticketsOf(list, early).ongoing).toMatchObject([
      { left: { unit: 'hours', count: 1 }, ends_at: early + HOUR_MS },
    ])
    expect(idsIn(list, early + HOUR_MS).past).toEqual(['soon'])
  })

  it('A ticket that expired between two pages of the list is listed once, as past', () => {
    const first = { rows: [ticket('soon', 0, '1 minute'), ticket('later', HOUR_MS, '1 hour')] }
    const second = { rows: [ticket('soon', 0), ticket('over', -HOUR_MS)] }
    expect(idsIn(listOf(first, second), NOW)).toEqual({ ongoing: ['later'], past: ['soon', 'over'] })
  })
})

describe('Clock skew', () => {
  it.each([
    [null, 0],
    ['Sun, 01 Mar 2026 12:00:00 GMT', 0],
    ['Sun, 01 Mar 2026 11:59:01 GMT', 0],
    ['Sun, 01 Mar 2026 11:59:00 GMT', -MINUTE_MS],
    ['Mon, 02 Mar 2026 12:00:00 GMT', DAY_MS],
  ])('A server time of %s gives a clock skew of %d ms', (date, ahead) => {
    expect(clockSkew(date, NOW)).toBe(ahead)
  })
})
