import { describe, expect, it } from 'vitest'
import { feesOf } from '#contract/fees.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Payment, recordPayment } from '#server/domain/payments/record-payment.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe } = await world()
const record = (payment: Payment) => ctx.db.begin((tx) => recordPayment(tx, payment))
const amy = await creator('amy')
const NOBODY = newId(ctx.now())

let count = 0
/** A payment for a month of Amy's from France, with these changes. */
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

async function rowCounts() {
  const [counts] = await ctx.db`
    select (select count(*) from movements) as movements, (select count(*) from subscriptions) as subscriptions`
  return counts
}

describe('Refused payments', async () => {
  const bob = await member('bob')
  it.each<[string, Partial<Payment>]>([
    ['without a reference', { payment_reference: ' ' }],
    ['with an endless reference', { payment_reference: 'x'.repeat(201) }],
    ['for half a cent', { price: 0.5 }],
    ['for nothing', { price: 0 }],
    ['for less than nothing', { price: -2399 }],
    ['for more than anybody may ask', { price: 100_000 }],
    ['for a year', { period: 'year' as 'month' }],
    ['from a country without a rate', { vat_country: 'XX' }],
    ['from a country named like a property of every object', { vat_country: 'constructor' }],
    ['at an invalid time', { paid_at: new Date('never') }],
    ['by somebody to themselves', { fan_id: amy.id }],
    ['by nobody', { fan_id: NOBODY }],
    ['to nobody', { creator_id: NOBODY }],
    ['to somebody who is no creator', { creator_id: bob.id, fan_id: amy.id }],
  ])('A payment %s is refused, and nothing of it is stored', async (_, changes) => {
    const before = await rowCounts()
    await expect(record(paymentOf(bob, changes))).rejects.toMatchObject({
      name: 'Error',
      status: expect.any(Number),
    })
    expect(await rowCounts()).toEqual(before)
  })

  it('A payment under the reference of another one is refused, and the other one stays', async () => {
    const first = paymentOf(bob)
    await record(first)
    const before = await rowCounts()
    const eve = await member('eve')
    for (const changes of [{ fan_id: eve.id }, { price: 100 }, { period: 'day' as const }, { vat_country: 'US' }])
      await expect(record({ ...first, ...changes })).rejects.toMatchObject({ code: 'invalid' })
    expect(await rowCounts()).toEqual(before)
  })
})

describe('Paid periods', () => {
  it('A payment gives the fan access, and the books say where every cent went', async () => {
    const fan = await member('fan')
    const payment = paymentOf(fan)
    const { subscription_id, is_new } = await record(payment)
    expect(is_new).toBe(true)
    const [row] = await ctx.db`select * from movements where reference = ${payment.payment_reference}`
    expect(row).toMatchObject({
      subscription_id,
      creator_id: amy.id,
      period: 'month',
      occurred_at: ctx.now(),
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
  ] as const)('A paid period has its calendar length: %s', async (name, period, paid_at, expires_at) => {
    const fan = await member(name.replaceAll(' ', '-'))
    await record(paymentOf(fan, { period, paid_at: new Date(paid_at) }))
    expect(await periodsOf(fan)).toEqual([[paid_at, expires_at]])
  })

  it('A paid period begins when the current ones end, one after the other, also after a granted one', async () => {
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

  it('A paid period begins at once when the earlier ones have ended or belong to another creator', async () => {
    const [fan, lou] = [await member('returning'), await creator('lou')]
    await subscribe(fan, lou, 10)
    await record(paymentOf(fan, { period: 'day', paid_at: new Date(ctx.now().getTime() - 2 * DAY_MS) }))
    await record(paymentOf(fan, { period: 'day' }))
    expect((await periodsOf(fan)).filter(([, end]) => end?.startsWith('2026-03-02'))).toEqual([
      ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ])
  })

  it('A payment is recorded once, however often it is reported, also at the same moment', async () => {
    const fan = await member('twice')
    const payment = paymentOf(fan)
    const results = await Promise.all(Array.from({ length: 20 }, () => record(payment)))
    expect(results.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(new Set(results.map(({ subscription_id }) => subscription_id)).size).toBe(1)
    expect(await record({ ...payment, paid_at: new Date(ctx.now().getTime() + DAY_MS) })).toEqual({
      subscription_id: results[0]?.subscription_id,
      is_new: false,
    })
    expect(await periodsOf(fan)).toHaveLength(1)
    expect(await ctx.db`select 1 from movements where reference = ${payment.payment_reference}`).toHaveLength(1)
  })

  it('Payments at the same moment are one period each, and the periods do not overlap', async () => {
    const fan = await member('eager')
    await Promise.all(Array.from({ length: 8 }, () => record(paymentOf(fan, { period: 'day' }))))
    const periods = await periodsOf(fan)
    expect(periods).toHaveLength(8)
    for (const [index, [start]] of periods.slice(1).entries()) expect(start).toBe(periods[index]?.[1])
  })
})

describe('The books', () => {
  it('A granted period is not in the books', async () => {
    const fan = await member('invited')
    const before = await rowCounts()
    await subscribe(fan, amy)
    expect(await rowCounts()).toEqual({ movements: before?.movements, subscriptions: before?.subscriptions + 1 })
  })

  it('The books keep the payments of erased accounts', async () => {
    const [fan, lou] = [await member('leaving'), await creator('leaving-creator')]
    const payment = paymentOf(fan, { creator_id: lou.id })
    const { subscription_id } = await record(payment)
    await ctx.db`delete from users where id in ${ctx.db([fan.id, lou.id])}`
    expect(await ctx.db`select 1 from movements where creator_id = ${lou.id}`).toHaveLength(1)
    expect(await record(payment)).toEqual({ subscription_id, is_new: false })
  })

  it.each([
    ['updated', 'update movements set net = net + 1, platform_fee = platform_fee - 1'],
    ['deleted', 'delete from movements'],
    ['truncated', 'truncate movements'],
  ])('Rows of the books cannot be %s', async (_, statement) => {
    const before = await rowCounts()
    await expect(ctx.db.unsafe(statement)).rejects.toThrow('movements is only ever added to')
    expect(await rowCounts()).toEqual(before)
  })

  it.each([
    ['a cent too many for the creator', { net: 1838 }],
    ['a cent too few for the platform', { platform_fee: 359 }],
    ['VAT that nobody was charged', { vat: 481 }],
    ['a price of nothing', { price: 0, vat: 0, charged: 0, platform_fee: 0, banking_fee: 0, net: 0 }],
    ['a fee that is given', { platform_fee: -1, net: 2198 }],
    ['a period that is not sold', { period: 'year' }],
  ])('The books refuse amounts that do not add up: %s', async (_, changes) => {
    const { vat_percent, ...line } = { ...feesOf(2399, 20), vat_percent: 20, period: 'month', ...changes }
    const ids = {
      id: newId(ctx.now()),
      subscription_id: NOBODY,
      creator_id: amy.id,
      reference: newId(ctx.now()),
    }
    const row = { ...ids, ...line, vat_percent, vat_country: 'FR', occurred_at: ctx.now() }
    await expect(ctx.db`insert into movements ${ctx.db(row)}`).rejects.toThrow('violates check constraint')
  })
})
