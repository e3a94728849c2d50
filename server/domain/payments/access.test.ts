import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { findMayMessage } from '#server/store/conversations/conversations.ts'
import type { Order } from '#server/store/payments/orders.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { listMergedSubscriptions } from '#server/store/subscriptions/subscriptions.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { type Person, world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member } = here
const { provider, orders, pays, renews } = openShop(here)
const amy = await creator('amy')
const START = ctx.now()
const day = (days: number) => later(START, days * DAY_MS)

/** Whether the fan may write to Amy at this time, as the one place that decides it says. */
const isOpen = async (fan: Person, at: Date) => (await findMayMessage(ctx.db, fan.id, amy.id, at))?.may_message

async function periodsOf(fan: Person): Promise<[number, number][]> {
  const rows = await ctx.db<{ starts_at: Date; expires_at: Date }[]>`
    select starts_at, expires_at from subscriptions where fan_id = ${fan.id} and expires_at > starts_at
    order by starts_at, expires_at`
  const days = (time: Date) => (time.getTime() - START.getTime()) / DAY_MS
  return rows.map(({ starts_at, expires_at }) => [days(starts_at), days(expires_at)])
}

let people = 0
async function buys(period: Order['period'], paid_at = START): Promise<{ fan: Person; order: Order; payment: string }> {
  people += 1
  const fan = await member(`fan${people}`)
  return { fan, ...(await buysAgain(fan, period, paid_at)) }
}

async function buysAgain(fan: Person, period: Order['period'], paid_at: Date) {
  const order = await orders(fan, amy, { period, created_at: paid_at })
  const payment = pays(order, paid_at)
  await settlePayment(ctx, payment)
  return { order, payment }
}

describe('What a payment opens', () => {
  it('A ticket opens the page at its payment, for exactly its time', async () => {
    const { fan } = await buys('day')
    expect(await isOpen(fan, later(START, -1))).toBe(false)
    expect(await isOpen(fan, START)).toBe(true)
    expect(await isOpen(fan, later(day(1), -1))).toBe(true)
    expect(await isOpen(fan, day(1))).toBe(false)
  })

  it('A month that was cancelled ends with what was paid, without a grace', async () => {
    const { fan, order } = await buys('month')
    await provider.cancel(`sub_${order.id}`)
    await syncMembership(ctx, `sub_${order.id}`)
    expect(await isOpen(fan, later(day(31), -1))).toBe(true)
    expect(await isOpen(fan, day(31))).toBe(false)
  })

  it('There is no locked second between two paid months, also while the second is being charged', async () => {
    const { fan, order } = await buys('month')
    // March has 31 days. The renewal is charged an hour after the end of the first month.
    for (const at of [later(day(31), -1), day(31), later(day(31), HOUR_MS)]) expect(await isOpen(fan, at)).toBe(true)
    const renewal = renews(order, 'renewal-1')
    await settlePayment(ctx, renewal)
    for (const at of [later(day(31), -1), day(31), later(day(31), HOUR_MS), day(60)])
      expect(await isOpen(fan, at)).toBe(true)
    expect(await periodsOf(fan)).toEqual([
      [0, 31],
      [31, 61],
    ])
  })

  it('A failed card keeps access open for exactly three days, and not a millisecond more', async () => {
    const { fan, order } = await buys('month')
    await settlePayment(ctx, renews(order, 'failed-1', 'failed'))
    expect(await isOpen(fan, day(31))).toBe(true)
    expect(await isOpen(fan, later(day(34), -1))).toBe(true)
    expect(await isOpen(fan, day(34))).toBe(false)
  })

  it('A card that works on the second day goes on without a gap, and one that works too late opens from then on', async () => {
    const { fan, order } = await buys('month')
    const renewal = renews(order, 'late-1', 'failed')
    await settlePayment(ctx, renewal)
    expect(await isOpen(fan, day(35))).toBe(false)
    const tried = provider.payments.get(renewal)
    if (tried) provider.pays({ ...tried, state: 'paid', fee: 60, paid_at: day(36) })
    await settlePayment(ctx, renewal)
    expect(await isOpen(fan, day(36))).toBe(true)
    expect(await periodsOf(fan)).toEqual([
      [0, 31],
      [31, 61],
    ])
  })

  it('A membership that has ended has no grace', async () => {
    const { fan, order } = await buys('month')
    await provider.end(`sub_${order.id}`)
    await syncMembership(ctx, `sub_${order.id}`)
    expect(await isOpen(fan, later(day(31), -1))).toBe(true)
    expect(await isOpen(fan, day(31))).toBe(false)
  })

  it('During the grace the subscription is still in the list, and ends with it', async () => {
    const { fan, order } = await buys('month')
    await settlePayment(ctx, renews(order, 'failed-2', 'failed'))
    const ends = async (at: Date) => {
      const [subscription] = await listMergedSubscriptions(ctx.db, fan.id, at)
      return [subscription?.expires_at, subscription?.is_past]
    }
    expect(await ends(day(1))).toEqual([day(31), false])
    expect(await ends(day(32))).toEqual([day(34), false])
    expect(await ends(day(34))).toEqual([day(31), true])
  })

  it.each([
    ['31 January', '2027-01-31T10:00:00Z', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['29 January of a leap year', '2028-01-29T10:00:00Z', ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29']],
    ['30 January of another year', '2029-01-30T10:00:00Z', ['2029-02-28', '2029-03-30', '2029-04-30', '2029-05-30']],
    [
      'the last hour before clocks change',
      '2027-03-28T00:59:59Z',
      ['2027-04-28', '2027-05-28', '2027-06-28', '2027-07-28'],
    ],
  ])('Months that begin on %s end when the provider says, without a gap', async (_, paid_at, ends) => {
    const { fan, order } = await buys('month', new Date(paid_at))
    for (let month = 1; month < ends.length; month += 1) await settlePayment(ctx, renews(order, `${order.id}-${month}`))
    const rows = await ctx.db<{ starts_at: Date; expires_at: Date }[]>`
      select starts_at, expires_at from subscriptions where fan_id = ${fan.id} order by starts_at`
    expect(rows.map(({ expires_at }) => expires_at.toISOString())).toEqual(
      ends.map((date) => `${date}T${paid_at.slice(11, -1)}.000Z`),
    )
    for (const [index, { starts_at }] of rows.slice(1).entries()) expect(starts_at).toEqual(rows[index]?.expires_at)
  })
})

describe('What a refund closes', () => {
  it('A partial refund leaves access as it is', async () => {
    const { fan, payment } = await buys('week')
    provider.gives(payment, { cents: 500, at: day(1) })
    await settlePayment(ctx, payment)
    expect(await isOpen(fan, day(6))).toBe(true)
    expect(await periodsOf(fan)).toEqual([[0, 7]])
  })

  it('A full refund ends access at its moment, in one piece or in several', async () => {
    for (const parts of [[1799], [500, 1299]]) {
      const { fan, payment } = await buys('week')
      for (const [index, cents] of parts.entries()) provider.gives(payment, { cents, at: day(1 + index) })
      await settlePayment(ctx, payment)
      const end = day(parts.length)
      expect(await isOpen(fan, later(end, -1))).toBe(true)
      expect(await isOpen(fan, end)).toBe(false)
    }
  })

  it('A full refund that the bank sends back opens again what is left', async () => {
    const { fan, payment } = await buys('week')
    provider.gives(payment, { reference: 're_back', cents: 1799, at: day(1) })
    await settlePayment(ctx, payment)
    expect(await isOpen(fan, day(2))).toBe(false)
    provider.refusesRefund(payment, 're_back')
    await settlePayment(ctx, payment)
    expect(await isOpen(fan, day(2))).toBe(true)
    expect(await periodsOf(fan)).toEqual([[0, 7]])
  })

  it('A refund of the last month of a membership leaves no grace', async () => {
    const { fan, order } = await buys('month')
    const renewal = renews(order, 'refunded-1')
    await settlePayment(ctx, renewal)
    // Within three days of the end of the month before, which has no grace any more either.
    provider.gives(renewal, { cents: order.charged, at: day(32) })
    await settlePayment(ctx, renewal)
    expect(await isOpen(fan, later(day(32), -1))).toBe(true)
    expect(await isOpen(fan, day(32))).toBe(false)
  })

  it('A queued ticket that is refunded disappears, and those behind a refunded one move up', async () => {
    const { fan, payment: first } = await buys('week')
    const { payment: second } = await buysAgain(fan, 'week', day(1))
    await buysAgain(fan, 'day', day(2))
    expect(await periodsOf(fan)).toEqual([
      [0, 7],
      [7, 14],
      [14, 15],
    ])
    provider.gives(second, { cents: 1799, at: day(3) })
    await settlePayment(ctx, second)
    expect(await periodsOf(fan)).toEqual([
      [0, 7],
      [7, 8],
    ])
    provider.gives(first, { cents: 1799, at: day(5) })
    await settlePayment(ctx, first)
    expect(await periodsOf(fan)).toEqual([
      [0, 5],
      [5, 6],
    ])
  })

  it('Granted days behind a refunded period move up too', async () => {
    const { fan, payment } = await buys('week')
    await grantSubscription(ctx.db, {
      id: crypto.randomUUID(),
      fan_id: fan.id,
      profile_id: amy.id,
      days: 3,
      now: day(1),
    })
    provider.gives(payment, { cents: 1799, at: day(2) })
    await settlePayment(ctx, payment)
    expect(await periodsOf(fan)).toEqual([
      [0, 2],
      [2, 5],
    ])
  })

  it('An open dispute leaves access, a lost one ends it, and a won one does not', async () => {
    const [lost, won] = [await buys('week'), await buys('week')]
    for (const [index, { payment }] of [lost, won].entries()) {
      provider.disputes(payment, { reference: `du_${index}`, cents: 1799, at: day(1) })
      await settlePayment(ctx, payment)
    }
    for (const { fan } of [lost, won]) expect(await isOpen(fan, day(2))).toBe(true)
    provider.closes(lost.payment, { reference: 'du_0', state: 'lost', at: day(3) })
    provider.closes(won.payment, { reference: 'du_1', state: 'won', at: day(3) })
    for (const { payment } of [lost, won]) await settlePayment(ctx, payment)
    expect([await isOpen(lost.fan, day(3)), await isOpen(won.fan, day(3))]).toEqual([false, true])
    expect(await isOpen(lost.fan, later(day(3), -1))).toBe(true)
  })
})
