import { describe, expect, it } from 'vitest'
import type { Revenues } from '#contract/money.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { type Payment, recordPayment } from '#server/domain/payments/record-payment.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { newId } from '#server/store/ids.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { insertPayment } from '#tests/support/database/movement-rows.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes } = await world()
const amy = await creator('amy')
const lou = await creator('lou')
const sam = await creator('sam')
const nina = await creator('nina')
const fans = [await member('ana'), await member('ben'), await member('cleo')]
const moderator = await staff('mod', 'moderator')

let count = 0
async function pays(fan: Person | undefined, to: Person, paid_at: string, changes: Partial<Payment> = {}) {
  count += 1
  const payment: Payment = {
    payment_reference: `pay_${count}`,
    fan_id: fan?.id ?? '',
    creator_id: to.id,
    period: 'month',
    price: 2399,
    vat_country: 'FR',
    paid_at: new Date(paid_at),
    ...changes,
  }
  await ctx.db.begin((tx) => recordPayment(tx, payment))
}

async function revenuesOf(person: Person): Promise<Revenues> {
  const { status, body } = await person.ask('GET', '/revenues')
  expect(status).toBe(200)
  return body
}

const LINES = ['gross', 'vat', 'platform_fee', 'banking_fee', 'net'] as const
type Lines = Pick<Revenues, (typeof LINES)[number]>
const cents = (amount: string) => BigInt(amount.replace('.', ''))
const zero = { gross: '0.00', vat: '0.00', platform_fee: '0.00', banking_fee: '0.00', net: '0.00' }

function expectToAddUp({ gross, vat, platform_fee, banking_fee, net }: Lines): void {
  expect(cents(vat) + cents(platform_fee) + cents(banking_fee) + cents(net)).toBe(cents(gross))
}

describe('Refused revenues', () => {
  // Spec 6.12
  it('Revenues are refused to visitors, members and staff without a profile, as CSV too', async () => {
    for (const url of ['/revenues', '/revenues?format=csv']) {
      expect((await visitor.ask('GET', url)).status).toBe(401)
      for (const person of [fans[0], moderator]) expect((await person?.ask('GET', url))?.status).toBe(403)
    }
  })

  it('Revenues are refused in an unknown format', async () => {
    expect((await amy.ask('GET', '/revenues?format=xml')).status).toBe(422)
    expect((await amy.ask('GET', '/revenues?format=csv&format=json')).status).toBe(422)
  })

  it('Nobody can read the revenues of somebody else', async () => {
    await pays(fans[0], lou, '2026-02-01T00:00:00Z')
    expect(await revenuesOf(amy)).toMatchObject(zero)
    expect((await amy.ask('GET', `/revenues?creator_id=${lou.id}`)).body).toMatchObject(zero)
  })
})

describe('Creators without payments', () => {
  it('A creator whom nobody has paid sees zeros, no months, and how many subscriptions were granted', async () => {
    await subscribe(fans[0] as Person, amy, 3)
    const none = { count: 0, ...zero }
    expect(await revenuesOf(amy)).toEqual({
      ...zero,
      active_subscribers: 1,
      is_sample: false,
      months: [],
      periods: [
        { period: 'day', ...none },
        { period: 'week', ...none },
        { period: 'month', ...none },
      ],
    })
    const { text } = await amy.ask('GET', '/revenues?format=csv')
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('Creators with payments', () => {
  // Spec 6.12
  it('A creator sees revenues by UTC month and by period, no month is missing, and all of it adds up', async () => {
    // A month ends at midnight UTC, not at midnight of another time zone.
    await pays(fans[0], amy, '2025-11-30T23:59:59.999Z', { period: 'day', price: 799, vat_country: 'FI' })
    await pays(fans[1], amy, '2025-12-01T00:00:00.000Z', { period: 'week', price: 1499, vat_country: 'US' })
    await pays(fans[1], amy, '2026-02-14T18:00:00.000Z')
    await pays(fans[2], amy, '2026-02-28T23:00:00.000Z', { period: 'day', price: 799, vat_country: 'FI' })
    const revenues = await revenuesOf(amy)
    expect(revenues.months.map(({ month }) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
    expect(revenues.months[2]).toEqual({ month: '2026-01', ...zero })
    expect(revenues.months[1]).toMatchObject({
      gross: '14.99',
      vat: '0.00',
      platform_fee: '2.25',
      banking_fee: '1.05',
      net: '11.69',
    })
    expect(revenues.periods.map(({ period, count }) => [period, count])).toEqual([
      ['day', 2],
      ['week', 1],
      ['month', 1],
    ])
    for (const lines of [revenues, ...revenues.months, ...revenues.periods]) expectToAddUp(lines)
    for (const line of LINES) {
      const total = (parts: Lines[]) => parts.reduce((sum, part) => sum + cents(part[line]), 0n)
      expect(total(revenues.months)).toBe(cents(revenues[line]))
      expect(total(revenues.periods)).toBe(cents(revenues[line]))
    }
    expect(revenues.is_sample).toBe(false)
  })

  it('Active subscribers are counted by their periods, each fan once', async () => {
    // Ana has a granted period until the 4th, Ben a month until the 14th, Cleo a day until tonight.
    expect((await revenuesOf(amy)).active_subscribers).toBe(3)
    await pays(fans[1], amy, '2026-03-01T10:00:00.000Z', { period: 'day' })
    const gift = { starts_at: ctx.now(), expires_at: new Date(ctx.now().getTime() + DAY_MS), created_at: ctx.now() }
    await insertSubscription(ctx.db, { id: newId(ctx.now()), fan_id: fans[1]?.id ?? '', profile_id: amy.id, ...gift })
    expect((await revenuesOf(amy)).active_subscribers).toBe(3)
    passes(11 * HOUR_MS - 1)
    expect((await revenuesOf(amy)).active_subscribers).toBe(3)
    passes(1)
    expect((await revenuesOf(amy)).active_subscribers).toBe(2)
    passes(20 * DAY_MS)
    expect((await revenuesOf(amy)).active_subscribers).toBe(0)
    const march = { gross: '28.79', vat: '4.80', platform_fee: '3.60', banking_fee: '2.02', net: '18.37' }
    expect((await revenuesOf(amy)).months.at(-1)).toEqual({ month: '2026-03', ...march })
  })

  it('The CSV of revenues has a row for each payment, which names nobody', async () => {
    const { status, headers, text } = await lou.ask('GET', '/revenues?format=csv')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="loge-revenues-\d{4}-\d\d-\d\d\.csv"$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toBe(
      'date,period,country,vat_percent,price,vat,gross,platform_fee,banking_fee,net,is_sample\r\n' +
        '2026-02-01,month,FR,20.00,23.99,4.80,28.79,3.60,2.02,18.37,false\r\n',
    )
    const rows = (await amy.ask('GET', '/revenues?format=csv')).text.trim().split('\r\n')
    expect(rows.slice(1).map((row) => row.split(',').slice(0, 4).join(' '))).toEqual([
      '2025-11-30 day FI 25.50',
      '2025-12-01 week US 0.00',
      '2026-02-14 month FR 20.00',
      '2026-02-28 day FI 25.50',
      '2026-03-01 day FR 20.00',
    ])
  })

  it('Revenues that contain payments of the demo world are marked as samples', async () => {
    await pays(fans[0], sam, '2026-03-01T00:00:00Z')
    await pays(fans[1], sam, '2026-03-01T00:00:00Z', { is_demo: true })
    expect((await revenuesOf(sam)).is_sample).toBe(true)
    const rows = (await sam.ask('GET', '/revenues?format=csv')).text.trim().split('\r\n')
    expect(rows.map((row) => row.split(',').at(-1)).sort()).toEqual(['false', 'is_sample', 'true'])
  })
})

describe('What was given back', () => {
  it('Revenues without a payment provider say nothing of what was given back', async () => {
    expect(await revenuesOf(amy)).not.toHaveProperty('reversals')
  })

  it('Revenues stay what was paid, and say beside that what was refunded and what is disputed or was lost', async () => {
    const { provider, orders, pays: paysProvider } = openShop({ ctx })
    expect((await revenuesOf(nina)).reversals).toEqual({ refunded: '0.00', disputed: '0.00' })
    const payments = []
    for (const fan of fans)
      payments.push(
        paysProvider(await orders(fan, nina, { period: 'week' }), ctx.now(), { reference: `provider-${fan.id}` }),
      )
    const [refunded = '', lost = '', won = ''] = payments
    provider.gives(refunded, { cents: 600, at: ctx.now() })
    for (const payment of [lost, won])
      provider.disputes(payment, { reference: `du-${payment}`, cents: 1799, at: ctx.now() })
    provider.closes(won, { reference: `du-${won}`, state: 'won', at: ctx.now() })
    for (const payment of payments) await settlePayment(ctx, payment)
    const revenues = await revenuesOf(nina)
    expect(revenues).toMatchObject({ gross: '53.97', reversals: { refunded: '6.00', disputed: '17.99' } })
    expectToAddUp(revenues)
    ctx.payments = undefined
    expect((await revenuesOf(nina)).reversals).toEqual({ refunded: '6.00', disputed: '17.99' })
    const rows = (await nina.ask('GET', '/revenues?format=csv')).text.trim().split('\r\n')
    expect(rows).toHaveLength(4)
  })
})

describe('The numbers for staff', async () => {
  const empty = await world()

  // Spec 7.20
  it('The numbers for staff are refused to visitors, members and creators', async () => {
    expect((await visitor.ask('GET', '/admin/numbers')).status).toBe(401)
    for (const person of [fans[0], amy]) expect((await person?.ask('GET', '/admin/numbers'))?.status).toBe(403)
  })

  // Spec 3.25, 7.20
  it('Moderators and admins see five numbers, which are the sums of what creators see', async () => {
    // Weeks have passed, and a session of staff lasts for hours.
    await moderator.signIn()
    const { status, body } = await moderator.ask('GET', '/admin/numbers')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'gross_volume',
      'vat_collected',
      'platform_fees',
      'banking_fees',
      'creator_payouts',
    ])
    const everybody = await Promise.all([amy, lou, sam, nina].map(revenuesOf))
    const total = (line: keyof Lines) => everybody.reduce((sum, revenues) => sum + cents(revenues[line]), 0n)
    expect(Object.values<string>(body).map(cents)).toEqual(LINES.map(total))
    const admin = await staff('ada', 'admin')
    expect((await admin.ask('GET', '/admin/numbers')).body).toEqual(body)
  })

  it('The numbers for staff are marked as samples when payments of the demo world are among them', async () => {
    const { headers } = await moderator.ask('GET', '/admin/numbers')
    expect(headers['x-sample']).toBe('true')
    const { body, headers: empty_headers } = await (await empty.staff('mia', 'moderator')).ask('GET', '/admin/numbers')
    expect([body.gross_volume, empty_headers['x-sample']]).toEqual(['0.00', undefined])
  })

  // Spec 3.25
  it('Sums above 32 bits are right, for staff and for a creator', async () => {
    const rich = await creator('rich')
    const before = (await moderator.ask('GET', '/admin/numbers')).body
    const paid = { creator_id: rich.id, price: 1_500_000_000, occurred_at: ctx.now() }
    for (const period of ['day', 'month', 'month'] as const) await insertPayment(ctx.db, { ...paid, period })
    const revenues = await revenuesOf(rich)
    expect(revenues).toMatchObject({ gross: '54000000.00', vat: '9000000.00', net: '34470000.00' })
    expectToAddUp(revenues)
    const { body } = await moderator.ask('GET', '/admin/numbers')
    expect(cents(body.gross_volume) - cents(before.gross_volume)).toBe(5_400_000_000n)
    expect(cents(body.creator_payouts) - cents(before.creator_payouts)).toBe(3_447_000_000n)
  })
})
