import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { feesOf } from '#contract/fees.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { VAT_PERCENT } from '#contract/vat.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { SANDBOX_KEYS } from './open-provider.ts'
import { type CheckoutOrder, ProviderAway } from './provider.ts'
import { stripeProvider } from './stripe.ts'

/** The adapter with the real SDK against the stand-in, over HTTP. */

let now = new Date('2026-01-31T10:00:00.000Z')
const folder = await mkdtemp(path.join(tmpdir(), 'loge-adapter-'))
const sandbox = await startSandbox({ port: 0, folder, secret: SANDBOX_KEYS.secret_key, webhooks: [], now: () => now })
const provider = stripeProvider({ name: 'sandbox', url: sandbox.url, ...SANDBOX_KEYS })
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
beforeEach(() => {
  sandbox.faults.clear()
  passes(HOUR_MS)
})

function passes(ms: number): void {
  now = new Date(now.getTime() + ms)
  sandbox.clock.advance(0)
}

type Country = keyof typeof VAT_PERCENT

function orderOf(
  part: { price?: number; country?: Country; period?: 'day' | 'month'; customer?: string } = {},
): CheckoutOrder {
  count += 1
  const { price = 2399, country = 'FR', period = 'day', customer } = part
  const { vat, charged } = feesOf(price, VAT_PERCENT[country])
  return {
    id: `019ba4d2-0000-7000-8000-${String(count).padStart(12, '0')}`,
    fan: { id: 'fan', email: 'fan@example.com', locale: 'fr' },
    customer,
    creator_name: 'Amaryllis',
    period,
    renews: period === 'month',
    price,
    vat: { country, percent: VAT_PERCENT[country], cents: vat },
    charged,
    return_url: 'http://loge.test/orders/x',
    cancel_url: 'http://loge.test/amaryllis',
  }
}

async function pay(order: CheckoutOrder) {
  const { reference } = await provider.checkout(order)
  expect(sandbox.people.pay(reference)).toBe(true)
  const checkout = await provider.findCheckout(reference)
  const payment = await provider.findPayment(checkout?.payment ?? '')
  if (!checkout || !payment) throw new Error('nothing was paid')
  return { checkout, payment }
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('A checkout at the provider', () => {
  it('What the provider does not know is undefined', async () => {
    expect(await provider.findCheckout('cs_test_none')).toBeUndefined()
    expect(await provider.findPayment('pi_none')).toBeUndefined()
    expect(await provider.findMembership('sub_none')).toBeUndefined()
  })

  it('The same order again opens the same page, also if the first answer was lost', async () => {
    const order = orderOf()
    const first = await provider.checkout(order)
    expect(await provider.checkout(order)).toEqual(first)
    sandbox.faults.loseAnswers(1)
    const other = orderOf()
    const second = await provider.checkout(other)
    expect(await provider.checkout(other)).toEqual(second)
    expect(second.reference).not.toBe(first.reference)
  })

  it('A customer whom the provider does not know any more becomes a new one', async () => {
    const { payment } = await pay(orderOf({ customer: 'cus_deleted' }))
    expect(payment.customer).toMatch(/^cus_(?!deleted)/)
  })

  it('A provider that fails is away, and nothing is half done afterwards', async () => {
    const order = orderOf()
    sandbox.faults.away()
    await expect(provider.checkout(order)).rejects.toBeInstanceOf(ProviderAway)
    sandbox.faults.away(false)
    expect((await provider.checkout(order)).url).toContain(sandbox.url)
  })

  it('An open, a refused, an abandoned and a paid checkout say so', async () => {
    const { reference } = await provider.checkout(orderOf())
    const stateOf = async (id: string) => (await provider.findCheckout(id))?.state
    expect(await stateOf(reference)).toBe('open')
    sandbox.people.decline(reference)
    expect(await stateOf(reference)).toBe('failed')
    expect(sandbox.people.pay(reference)).toBe(true)
    expect(await stateOf(reference)).toBe('paid')
    const left = await provider.checkout(orderOf())
    passes(25 * HOUR_MS)
    expect(await stateOf(left.reference)).toBe('expired')
  })
})

describe('A payment at the provider', () => {
  it.each<[number, Country]>([
    [1, 'FR'],
    [3, 'HU'],
    [799, 'CH'],
    [1499, 'FI'],
    [2399, 'DE'],
    [99_999, 'DK'],
    [2399, 'US'],
  ])('Of %i cents and the VAT of %s exactly the quoted amount and VAT are charged', async (price, country) => {
    const order = orderOf({ price, country })
    const { payment } = await pay(order)
    expect(payment).toMatchObject({ charged: order.charged, vat: order.vat.cents, state: 'paid', order_id: order.id })
  })

  it('A single ticket is paid once, with its fee, its card and two pieces of evidence of the country', async () => {
    const order = orderOf()
    const { checkout, payment } = await pay(order)
    expect(checkout).toMatchObject({ order_id: order.id, state: 'paid', membership: undefined })
    expect(payment).toMatchObject({
      membership: undefined,
      period: undefined,
      paid_at: now,
      billing_country: 'FR',
      card_country: expect.stringMatching(/^[A-Z]{2}$/),
      card_last4: expect.stringMatching(/^\d{4}$/),
      refunds: [],
      disputes: [],
    })
    expect(payment.fee).toBe(Math.round(order.charged * 0.015) + 25)
    expect(payment.customer).toMatch(/^cus_/)
  })

  it('A second order of the same customer needs no new one', async () => {
    const { payment } = await pay(orderOf())
    const { payment: second } = await pay(orderOf(payment.customer ? { customer: payment.customer } : {}))
    expect(second.customer).toBe(payment.customer)
  })

  it('A refund in parts and of the rest, and the same key again is the same refund', async () => {
    const { payment } = await pay(orderOf())
    await provider.refund(payment.reference, { key: `part ${payment.reference}`, cents: 100 })
    await provider.refund(payment.reference, { key: `part ${payment.reference}`, cents: 100 })
    passes(1000)
    await provider.refund(payment.reference, { key: `rest ${payment.reference}` })
    const found = await provider.findPayment(payment.reference)
    expect(found?.refunds.map(({ cents, state }) => [cents, state])).toEqual([
      [100, 'done'],
      [payment.charged - 100, 'done'],
    ])
    await provider.refund(payment.reference, { key: `again ${payment.reference}` })
    expect((await provider.findPayment(payment.reference))?.refunds).toHaveLength(2)
  })

  it('A refund that the bank refuses says so', async () => {
    const { payment } = await pay(orderOf())
    sandbox.people.nextRefund('failed')
    await provider.refund(payment.reference, { key: `refused ${payment.reference}` })
    expect((await provider.findPayment(payment.reference))?.refunds).toMatchObject([{ state: 'failed' }])
  })

  it('A dispute is open, then won or lost', async () => {
    const [won, lost] = [(await pay(orderOf())).payment, (await pay(orderOf())).payment]
    const disputes = [sandbox.people.openDispute(won.reference), sandbox.people.openDispute(lost.reference)]
    const disputeOf = async (reference: string) => (await provider.findPayment(reference))?.disputes[0]
    expect(await disputeOf(won.reference)).toMatchObject({ state: 'open', cents: won.charged, closed_at: undefined })
    expect((await disputeOf(won.reference))?.fee).toBeGreaterThan(0)
    passes(DAY_MS)
    sandbox.people.closeDispute(disputes[0]?.id ?? '', 'won')
    sandbox.people.closeDispute(disputes[1]?.id ?? '', 'lost')
    expect(await disputeOf(won.reference)).toMatchObject({ state: 'won', closed_at: now, fee: 0 })
    expect(await disputeOf(lost.reference)).toMatchObject({ state: 'lost' })
  })
})

describe('A membership at the provider', () => {
  it('A month renews for the whole month of the provider, and every renewal names order and period', async () => {
    const order = orderOf({ period: 'month' })
    const { checkout, payment } = await pay(order)
    const reference = checkout.membership ?? ''
    const first = await provider.findMembership(reference)
    expect(first).toMatchObject({
      order_id: order.id,
      state: 'active',
      renews: true,
      charged: order.charged,
      customer: payment.customer,
      card_last4: payment.card_last4,
    })
    expect(payment).toMatchObject({
      order_id: order.id,
      membership: reference,
      period: first?.period,
      vat: order.vat.cents,
    })
    const known = new Set(await listed(provider.paymentsSince(new Date(0))))
    passes((first?.period.ends_at.getTime() ?? 0) - now.getTime() + 2 * HOUR_MS)
    const renewed = await provider.findMembership(reference)
    expect(renewed?.period.starts_at).toEqual(first?.period.ends_at)
    const [renewal = ''] = (await listed(provider.paymentsSince(new Date(0)))).filter((id) => !known.has(id))
    expect(await provider.findPayment(renewal)).toMatchObject({
      order_id: order.id,
      membership: reference,
      period: renewed?.period,
      charged: order.charged,
      vat: order.vat.cents,
      state: 'paid',
    })
  })

  it('A membership is stopped, renewed again and ended', async () => {
    const { checkout } = await pay(orderOf({ period: 'month' }))
    const reference = checkout.membership ?? ''
    const find = async () => await provider.findMembership(reference)
    await provider.cancel(reference)
    expect(await find()).toMatchObject({ state: 'active', renews: false })
    await provider.resume(reference)
    expect(await find()).toMatchObject({ state: 'active', renews: true })
    await provider.end(reference)
    expect(await find()).toMatchObject({ state: 'ended', renews: false, ended_at: now })
    await provider.end(reference)
  })

  it('A card that refuses a renewal makes the membership past due, and at last it ends', async () => {
    const { checkout, payment } = await pay(orderOf({ period: 'month' }))
    const reference = checkout.membership ?? ''
    sandbox.people.setCard(payment.customer ?? '', 'declines')
    const membership = await provider.findMembership(reference)
    passes((membership?.period.ends_at.getTime() ?? 0) - now.getTime() + 2 * HOUR_MS)
    expect(await provider.findMembership(reference)).toMatchObject({ state: 'past_due', renews: true })
    const { url } = await provider.manage(payment.customer ?? '', 'http://loge.test/subscriptions')
    expect(url).toContain(sandbox.url)
    passes(30 * DAY_MS)
    expect(await provider.findMembership(reference)).toMatchObject({ state: 'ended', renews: false })
  })
})

describe('What happened at the provider', () => {
  it('Events are listed oldest first, since a time', async () => {
    const since = now
    passes(1000)
    const { checkout } = await pay(orderOf())
    const events = await listed(provider.since(since))
    expect(events.map(({ at }) => at.getTime())).toEqual(events.map(({ at }) => at.getTime()).toSorted())
    expect(events.every(({ at }) => at >= since)).toBe(true)
    expect(events.map(({ subject }) => subject)).toContainEqual({ kind: 'checkout', reference: checkout.reference })
  })

  it('A payment is listed when it was made, and again since the time of its refund', async () => {
    const { payment } = await pay(orderOf())
    passes(40 * DAY_MS)
    const since = now
    expect(await listed(provider.paymentsSince(since))).not.toContain(payment.reference)
    await provider.refund(payment.reference, { key: `late ${payment.reference}` })
    expect(await listed(provider.paymentsSince(since))).toContain(payment.reference)
  })
})
