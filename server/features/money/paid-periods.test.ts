import { describe, expect, it } from 'vitest'
import { feesOf } from '#contract/fees.ts'
import { endpointEntries } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Payment, recordPayment } from '#server/domain/payments.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe } = await world()
const record = (payment: Payment) => ctx.db.begin((tx) => recordPayment(tx, payment))
const amy = await creator('amy')
const NOBODY = newId(ctx.now())

let count = 0
/** A month of Amy's from France, unless said otherwise. */
function paymentOf(fan: Person, changes: Partial<Payment> = {}): Payment {
  count += 1
  return {
    payment_reference: `pay_${count}`,
    fan_id: fan.id,
    creator_id: amy.id,
    period: 'month',
    price: 2399,
    vat_country: 'FR',
    paid_at: ctx.now(),
    ...changes,
  }
}

async function periodsOf(fan: Person) {
  const rows = await ctx.db<{ starts_at: Date; expires_at: Date }[]>`
    select starts_at, expires_at from subscriptions where fan_id = ${fan.id} order by starts_at, expires_at`
  return rows.map(({ starts_at, expires_at }) => [starts_at.toISOString(), expires_at.toISOString()])
}

async function kept() {
  const [counts] = await ctx.db`
    select (select count(*) from ledger) as ledger, (select count(*) from subscriptions) as subscriptions`
  return counts
}

describe('A payment is refused, and nothing is kept of it', async () => {
  const bob = await member('bob')
  it.each<[string, Partial<Payment>]>([
    ['without a reference', { payment_reference: ' ' }],
    ['with a reference that never ends', { payment_reference: 'x'.repeat(201) }],
    ['for half a cent', { price: 0.5 }],
    ['for nothing', { price: 0 }],
    ['for less than nothing', { price: -2399 }],
    ['for more than anybody may ask', { price: 100_000 }],
    ['for a year', { period: 'year' as 'month' }],
    ['from a country without a rate', { vat_country: 'XX' }],
    ['from what every object has', { vat_country: 'constructor' }],
    ['at no time', { paid_at: new Date('never') }],
    ['by somebody to themselves', { fan_id: amy.id }],
    ['by nobody', { fan_id: NOBODY }],
    ['to nobody', { creator_id: NOBODY }],
    ['to somebody who is no creator', { creator_id: bob.id, fan_id: amy.id }],
  ])('%s', async (_, changes) => {
    const before = await kept()
    await expect(record(paymentOf(bob, changes))).rejects.toMatchObject({
      name: 'Error',
      status: expect.any(Number),
    })
    expect(await kept()).toEqual(before)
  })

  it('under the reference of another one, which stays', async () => {
    const first = paymentOf(bob)
    await record(first)
    const before = await kept()
    const eve = await member('eve')
    for (const changes of [{ fan_id: eve.id }, { price: 100 }, { period: 'day' as const }, { vat_country: 'US' }])
      await expect(record({ ...first, ...changes })).rejects.toMatchObject({ code: 'invalid' })
    expect(await kept()).toEqual(before)
  })
})

describe('A paid period', () => {
  it('lets the fan in, and says where every cent of it went', async () => {
    const fan = await member('fan')
    const payment = paymentOf(fan)
    const { subscription_id, is_new } = await record(payment)
    expect(is_new).toBe(true)
    const [row] = await ctx.db`select * from ledger where payment_reference = ${payment.payment_reference}`
    expect(row).toMatchObject({
      subscription_id,
      creator_id: amy.id,
      period: 'month',
      paid_at: ctx.now(),
      vat_country: 'FR',
      vat_percent: '20.00',
      is_demo: false,
      ...feesOf(2399, 20),
    })
    expect(JSON.stringify(row)).not.toContain(fan.id)
    const { body } = await fan.ask('GET', `/conversations/can_message/${amy.id}`)
    expect(body).toEqual({ can_message: true })
  })

  it.each([
    ['a day', 'day', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ['a day on which clocks are put forward', 'day', '2026-03-28T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
    ['a week', 'week', '2026-02-25T08:30:00.000Z', '2026-03-04T08:30:00.000Z'],
    ['a month', 'month', '2026-03-15T23:59:59.000Z', '2026-04-15T23:59:59.000Z'],
    ['a month from the 31st', 'month', '2026-01-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    ['the February of a leap year', 'month', '2028-02-29T00:00:00.000Z', '2028-03-29T00:00:00.000Z'],
    ['a month at the turn of the year', 'month', '2026-12-31T23:30:00.000Z', '2027-01-31T23:30:00.000Z'],
  ] as const)('is as long as it says: %s', async (name, period, paid_at, expires_at) => {
    const fan = await member(name.replaceAll(' ', '-'))
    await record(paymentOf(fan, { period, paid_at: new Date(paid_at) }))
    expect(await periodsOf(fan)).toEqual([[paid_at, expires_at]])
  })

  it('begins when what the fan holds ends, one after the other, also after a gift', async () => {
    const fan = await member('patient')
    await subscribe(fan, amy, 10)
    await record(paymentOf(fan, { period: 'week' }))
    await record(paymentOf(fan, { period: 'day' }))
    expect(await periodsOf(fan)).toEqual([
      ['2026-03-01T12:00:00.000Z', '2026-03-11T12:00:00.000Z'],
      ['2026-03-11T12:00:00.000Z', '2026-03-18T12:00:00.000Z'],
      ['2026-03-18T12:00:00.000Z', '2026-03-19T12:00:00.000Z'],
    ])
  })

  it('begins at once when what the fan held is over, or belongs to another creator', async () => {
    const [fan, lou] = [await member('returning'), await creator('lou')]
    await subscribe(fan, lou, 10)
    await record(paymentOf(fan, { period: 'day', paid_at: new Date(ctx.now().getTime() - 2 * DAY_MS) }))
    await record(paymentOf(fan, { period: 'day' }))
    expect((await periodsOf(fan)).filter(([, end]) => end?.startsWith('2026-03-02'))).toEqual([
      ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ])
  })

  it('is one, however often the payment is told of, and also at the same moment', async () => {
    const fan = await member('twice')
    const payment = paymentOf(fan)
    const told = await Promise.all(Array.from({ length: 20 }, () => record(payment)))
    expect(told.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(new Set(told.map(({ subscription_id }) => subscription_id)).size).toBe(1)
    expect(await record({ ...payment, paid_at: new Date(ctx.now().getTime() + DAY_MS) })).toEqual({
      subscription_id: told[0]?.subscription_id,
      is_new: false,
    })
    expect(await periodsOf(fan)).toHaveLength(1)
    expect(await ctx.db`select 1 from ledger where payment_reference = ${payment.payment_reference}`).toHaveLength(1)
  })

  it('is two when two are paid for at the same moment, and neither lies over the other', async () => {
    const fan = await member('eager')
    await Promise.all(Array.from({ length: 8 }, () => record(paymentOf(fan, { period: 'day' }))))
    const periods = await periodsOf(fan)
    expect(periods).toHaveLength(8)
    for (const [index, [start]] of periods.slice(1).entries()) expect(start).toBe(periods[index]?.[1])
  })
})

describe('The ledger', () => {
  it('is written by no call, and a period that was given away is not in it', async () => {
    expect(endpointEntries().filter(([, { path }]) => /pay|ledger/.test(path))).toEqual([])
    const fan = await member('invited')
    const before = await kept()
    await subscribe(fan, amy)
    expect(await kept()).toEqual({ ledger: before?.ledger, subscriptions: before?.subscriptions + 1 })
  })

  it('is kept when those who paid are gone', async () => {
    const [fan, lou] = [await member('leaving'), await creator('leaving-creator')]
    const payment = paymentOf(fan, { creator_id: lou.id })
    const { subscription_id } = await record(payment)
    await ctx.db`delete from users where id in ${ctx.db([fan.id, lou.id])}`
    expect(await ctx.db`select 1 from ledger where creator_id = ${lou.id}`).toHaveLength(1)
    expect(await record(payment)).toEqual({ subscription_id, is_new: false })
  })

  it.each([
    ['changed', 'update ledger set net = net + 1, platform_fee = platform_fee - 1'],
    ['taken out', 'delete from ledger'],
    ['emptied', 'truncate ledger'],
  ])('cannot be %s', async (_, statement) => {
    const before = await kept()
    await expect(ctx.db.unsafe(statement)).rejects.toThrow('ledger is only ever added to')
    expect(await kept()).toEqual(before)
  })

  it.each([
    ['a cent too many for the creator', { net: 1838 }],
    ['a cent too few for the house', { platform_fee: 359 }],
    ['VAT that nobody was charged', { vat: 481 }],
    ['a price of nothing', { price: 0, vat: 0, charged: 0, platform_fee: 0, banking_fee: 0, net: 0 }],
    ['a fee that is given', { platform_fee: -1, net: 2198 }],
    ['a period that is not sold', { period: 'year' }],
  ])('holds no lines that do not add up: %s', async (_, changes) => {
    const { vat_percent, ...line } = { ...feesOf(2399, 20), vat_percent: 20, period: 'month', ...changes }
    const ids = {
      id: newId(ctx.now()),
      subscription_id: NOBODY,
      creator_id: amy.id,
      payment_reference: newId(ctx.now()),
    }
    const row = { ...ids, ...line, vat_percent, vat_country: 'FR', paid_at: ctx.now() }
    await expect(ctx.db`insert into ledger ${ctx.db(row)}`).rejects.toThrow('violates check constraint')
  })
})
