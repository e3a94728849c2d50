import { describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { isSold, isUnpaid, type SoldSubscription, stateOf, ticketsOf, withTicket } from './tickets.ts'

const NOW = Date.parse('2026-11-17T14:05:00Z')
const time = (ms: number) => new Date(NOW + ms).toISOString()

function sold(ticket: Partial<Ticket>, ends_in = DAY_MS): SoldSubscription {
  return {
    id: 'a',
    profile_pic: null,
    profile_name: 'amy',
    expires_at: time(ends_in),
    expires_in: '1 day',
    ticket: {
      kind: 'single',
      order_id: null,
      renews_at: null,
      renewal_price: null,
      grace_until: null,
      refunded_at: null,
      withdrawal: null,
      card: null,
      again_from: null,
      ...ticket,
    },
  }
}

it.each([
  [false, { kind: 'renewing', renews_at: time(DAY_MS) }],
  [true, { kind: 'renewing', renews_at: time(31 * DAY_MS) }],
  [true, { kind: 'renewing', grace_until: time(DAY_MS) }],
  [false, { kind: 'stopped' }],
] as const)('Whether the renewal that has begun is not paid yet: %s', (unpaid, ticket) => {
  expect(isUnpaid(sold(ticket))).toBe(unpaid)
})

const listOf = (...rows: SoldSubscription[]) => ({
  pages: [{ rows, next: null, ahead_ms: 0 }],
  pageParams: [undefined],
})

describe('A ticket that was bought', () => {
  it('A subscription of a house that sells nothing has no ticket', () => {
    const { ticket: _, ...plain } = sold({})
    expect(isSold(plain)).toBe(false)
    expect(isSold(sold({}))).toBe(true)
  })

  it.each([
    ['expired', { kind: 'renewing' }, true],
    ['refunded', { kind: 'single', refunded_at: time(0) }, true],
    ['failed', { kind: 'renewing', grace_until: time(DAY_MS) }, false],
    ['renews', { kind: 'renewing' }, false],
    ['stopped', { kind: 'stopped' }, false],
    ['single', { kind: 'single' }, false],
    ['granted', { kind: 'granted' }, false],
  ] as const)('A ticket says that it is %s', (state, ticket, isPast) => {
    expect(stateOf(sold(ticket), isPast)).toBe(state)
  })

  it('A ticket whose renewal failed is open until the end of the grace, and shows the time until then', () => {
    const list = listOf(sold({ kind: 'renewing', grace_until: time(3 * DAY_MS) }, -HOUR_MS))
    expect(ticketsOf(list, NOW).ongoing[0]?.left).toEqual({ unit: 'days', count: 3 })
  })

  it('A ticket that renews is not past at its end before the server says so; any other one is', () => {
    const after = NOW + DAY_MS + 1
    expect(ticketsOf(listOf(sold({ kind: 'renewing' })), after).past).toEqual([])
    expect(ticketsOf(listOf(sold({ kind: 'stopped' })), after).ongoing).toEqual([])
  })

  it('The answer to an action takes the place of the ticket in the list', () => {
    const other = { ...sold({}), id: 'b' }
    const changed = withTicket(listOf(sold({ kind: 'renewing' }), other), sold({ kind: 'stopped' }))
    expect(changed.pages[0]?.rows.map(({ ticket }) => ticket?.kind)).toEqual(['stopped', 'single'])
  })
})
