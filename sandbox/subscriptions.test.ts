import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { newCheckout } from '#tests/support/payments/checkouts.ts'
import { type OpenSandbox, openSandbox } from '#tests/support/payments/sandbox.ts'
import type { NextCard } from './state.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const iso = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 19)

/** Somebody subscribes, at a time that the test chooses. */
async function subscribe(at: string, card: NextCard & { number?: string } = {}) {
  const opened = await openSandbox({ now: () => new Date(`${at}Z`), webhooks: [] })
  const session = await newCheckout(opened.stripe, 'subscription')
  expect(opened.sandbox.people.pay(session.id, card)).toBe(true)
  const { subscription, customer } = await opened.stripe.checkout.sessions.retrieve(session.id)
  const id = String(subscription)
  return { ...opened, session, id, customer: String(customer), present: () => opened.stripe.subscriptions.retrieve(id) }
}

function periodOf(subscription: Stripe.Subscription): [string, string] {
  const [item] = subscription.items.data
  return [iso(item?.current_period_start), iso(item?.current_period_end)]
}

async function typesSince({ stripe }: OpenSandbox, time: Date): Promise<string[]> {
  const { data } = await stripe.events.list({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: 100 })
  return data.map(({ type }) => type).reverse()
}

describe('A subscription that begins', () => {
  it('A refused first payment begins no subscription', async () => {
    const { stripe, sandbox } = await openSandbox()
    const { id } = await newCheckout(stripe, 'subscription')
    sandbox.people.decline(id)
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect(session).toMatchObject({
      status: 'open',
      subscription: null,
      payment_intent: { metadata: { order_id: 'order-1' }, last_payment_error: { code: 'card_declined' } },
    })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect(sandbox.people.pay(id)).toBe(true)
    expect((await stripe.subscriptions.list()).data).toMatchObject([{ status: 'active' }])
  })

  it('The first month is paid at once, and its invoice leads from the payment to the subscription', async () => {
    const { stripe, id, customer } = await subscribe('2026-11-18T08:00:00')
    const subscription = await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.payments.data.payment', 'default_payment_method', 'customer'],
    })
    expect(subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      metadata: { order_id: 'order-1' },
      customer: { id: customer, email: 'theo@example.com' },
      default_payment_method: { card: { last4: '4242' } },
    })
    expect(periodOf(subscription)).toEqual(['2026-11-18T08:00:00', '2026-12-18T08:00:00'])
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      total: 2879,
      total_excluding_tax: 2399,
      total_taxes: [{ amount: 480, taxable_amount: 2399, tax_behavior: 'exclusive' }],
      parent: { subscription_details: { subscription: id, metadata: { order_id: 'order-1' } } },
      lines: { data: [{ amount: 2399, period: { start: invoice.created }, taxes: [{ amount: 480 }] }] },
      payments: { data: [{ status: 'paid', amount_paid: 2879, payment: { type: 'payment_intent' } }] },
    })
    expect(iso(invoice.lines.data[0]?.period.end)).toBe('2026-12-18T08:00:00')

    const intent = String(invoice.payments?.data[0]?.payment.payment_intent)
    const payments = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      expand: ['data.invoice'],
    })
    expect(payments.data).toMatchObject([{ invoice: { id: invoice.id } }])
    // The payment itself knows nothing of the order, and the charge nothing of the invoice.
    const paid = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge.balance_transaction'] })
    expect(paid).toMatchObject({ metadata: {}, customer, latest_charge: { balance_transaction: { fee: 68 } } })
    expect(paid.latest_charge).not.toHaveProperty('invoice')
  })
})

describe('Two subscriptions of one customer', () => {
  it('The card of the second one does not pay for the first one', async () => {
    const { stripe, sandbox, id, customer } = await subscribe('2026-11-18T08:00:00')
    const session = await stripe.checkout.sessions.create({
      customer,
      mode: 'subscription',
      success_url: 'http://shop.example/orders/2',
      line_items: [
        {
          price_data: {
            currency: 'eur',
            unit_amount: 500,
            recurring: { interval: 'month' },
            product_data: { name: '1 Month, ines' },
          },
        },
      ],
    })
    sandbox.people.pay(session.id, { number: '4000000000000341' })
    sandbox.clock.advance(31 * DAY)
    const { data } = await stripe.subscriptions.list({ customer })
    expect(data.map((subscription) => [subscription.id === id, subscription.status])).toEqual([
      [false, 'past_due'],
      [true, 'active'],
    ])
  })
})

describe('A renewal', () => {
  it('The invoice is a draft for an hour, then it is charged', async () => {
    const opened = await subscribe('2026-11-18T08:00:00')
    const { sandbox, stripe, id, present } = opened
    sandbox.clock.set(new Date('2026-12-18T08:00:00Z'))
    expect(periodOf(await present())).toEqual(['2026-12-18T08:00:00', '2027-01-18T08:00:00'])
    const [draft] = (await stripe.invoices.list({ subscription: id })).data
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', amount_paid: 0, number: null })
    expect([iso(draft?.period_start), iso(draft?.period_end)]).toEqual(['2026-11-18T08:00:00', '2026-12-18T08:00:00'])
    expect(iso(draft?.lines.data[0]?.period.end)).toBe('2027-01-18T08:00:00')
    expect(sandbox.books().charged).toBe(2879)

    sandbox.clock.advance(HOUR)
    expect(await stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 2879 })
    expect(sandbox.books().charged).toBe(2 * 2879)
    expect(await present()).toMatchObject({ status: 'active', latest_invoice: draft?.id })
    expect(await typesSince(opened, new Date('2026-12-18T08:00:00Z'))).toEqual([
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
  })

  it('Months keep the day of the first one: 31 January, 28 or 29 February, 31 March', async () => {
    const { sandbox, stripe, id } = await subscribe('2027-01-31T10:00:00')
    sandbox.clock.set(new Date('2028-04-01T00:00:00Z'))
    const invoices = await stripe.invoices.list({ subscription: id, limit: 100 })
    const starts = invoices.data.map(({ lines }) => iso(lines.data[0]?.period.start).slice(0, 10)).reverse()
    expect(starts).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29'],
      '2028-03-31',
    ])
    // Each begins in the second in which the one before ends.
    const periods = invoices.data.map(({ lines }) => lines.data[0]?.period).reverse()
    for (const [index, period] of periods.slice(1).entries()) expect(period?.start).toBe(periods[index]?.end)
    expect(sandbox.books().charged).toBe(15 * 2879)
    // What happened on the way happened then, not at the end.
    expect(invoices.data.map(({ status_transitions }) => iso(status_transitions.paid_at ?? 0)).at(-2)).toBe(
      '2027-02-28T11:00:00',
    )
  })
})

describe('A subscription that ends', () => {
  it('One that was stopped runs until the end of its period, and goes on when it is started again', async () => {
    const { sandbox, stripe, id, present } = await subscribe('2026-11-18T08:00:00')
    const stopped = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(stopped).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect(iso(stopped.cancel_at ?? 0)).toBe('2026-12-18T08:00:00')
    const again = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(again).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    sandbox.clock.advance(31 * DAY)
    expect(sandbox.books().charged).toBe(2 * 2879)

    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    sandbox.clock.advance(31 * DAY)
    const ended = await present()
    expect(ended.status).toBe('canceled')
    expect(iso(ended.ended_at ?? 0)).toBe('2027-01-18T08:00:00')
    expect(sandbox.books().charged).toBe(2 * 2879)
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('One that is cancelled now is charged no more, also not what waits', async () => {
    const opened = await subscribe('2026-11-18T08:00:00')
    const { sandbox, stripe, id } = opened
    sandbox.clock.set(new Date('2026-12-18T08:30:00Z'))
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
    expect(await typesSince(opened, new Date('2026-12-18T08:30:00Z'))).toEqual([
      'invoice.updated',
      'customer.subscription.deleted',
    ])
    sandbox.clock.advance(60 * DAY)
    expect(sandbox.books().charged).toBe(2879)
    expect((await stripe.subscriptions.list()).data).toEqual([])
    expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1)
  })

  it('A card that refuses is asked again after 1, 3 and 5 days, then the subscription ends', async () => {
    const { sandbox, stripe, id, present } = await subscribe('2026-11-18T08:00:00', { number: '4000000000000341' })
    sandbox.clock.set(new Date('2026-12-18T09:00:00Z'))
    const tried: [string, string | undefined][] = []
    for (let days = 0; days <= 6; days += 1) {
      const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
      const { attempt_count } = subscription.latest_invoice as Stripe.Invoice
      tried.push([subscription.status, String(attempt_count)])
      sandbox.clock.advance(DAY)
    }
    expect(tried).toEqual([
      ['past_due', '1'],
      ['past_due', '2'],
      ['past_due', '2'],
      ['past_due', '3'],
      ['past_due', '3'],
      ['canceled', '4'],
      ['canceled', '4'],
    ])
    const ended = await present()
    expect(ended.cancellation_details?.reason).toBe('payment_failed')
    expect(iso(ended.ended_at ?? 0)).toBe('2026-12-23T09:00:00')
    const charges = await stripe.charges.list({ customer: String(ended.customer), limit: 100 })
    expect(charges.data.map(({ paid }) => paid)).toEqual([false, false, false, false, true])
    expect(sandbox.books().charged).toBe(2879)
    sandbox.clock.advance(60 * DAY)
    expect(sandbox.books().charged).toBe(2879)
  })

  it('What is due in the same second as the end of a subscription is not charged any more', async () => {
    const { stripe, sandbox } = await openSandbox({ now: () => new Date('2026-11-18T08:00:00Z'), webhooks: [] })
    const daily = { currency: 'eur', unit_amount: 500, recurring: { interval: 'day' }, product_data: { name: 'A day' } }
    const session = await newCheckout(stripe, 'subscription', { line_items: [{ price_data: daily }] })
    sandbox.people.pay(session.id, { outcome: 'pays_once' })
    sandbox.clock.advance(30 * DAY)
    const failed = (await stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => !paid)
    // The first invoice is charged for the last time five days after its first refusal; two others were due just then.
    expect(iso(failed[0]?.created)).toBe('2026-11-24T09:00:00')
    expect(failed).toHaveLength(1 + 2 + 2 + 3 + 3 + 1)
  })

  it('A card that works again pays what failed, by itself or when the invoice is paid by hand', async () => {
    const { sandbox, stripe, customer, present } = await subscribe('2026-11-18T08:00:00')
    sandbox.people.setCard(customer, 'declines')
    sandbox.clock.set(new Date('2026-12-18T09:00:00Z'))
    const invoice = String((await present()).latest_invoice)
    expect((await present()).status).toBe('past_due')
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'open', attempt_count: 2 })
    sandbox.people.setCard(customer, 'pays')
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: 'paid' })
    expect((await present()).status).toBe('active')
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({ code: 'invoice_already_paid' })

    sandbox.people.setCard(customer, 'declines')
    sandbox.clock.set(new Date('2027-01-18T09:00:00Z'))
    expect((await present()).status).toBe('past_due')
    sandbox.people.setCard(customer, 'pays')
    sandbox.clock.advance(DAY)
    expect((await present()).status).toBe('active')
    expect(sandbox.books().charged).toBe(3 * 2879)
    expect(periodOf(await present())).toEqual(['2027-01-18T08:00:00', '2027-02-18T08:00:00'])
  })
})

describe('The clock', () => {
  it('The clock only goes forward', async () => {
    const { sandbox } = await openSandbox()
    expect(() => sandbox.clock.set(new Date(Date.now() - HOUR))).toThrow('The clock only goes forward')
    expect(() => sandbox.clock.advance(Number.NaN)).toThrow('The clock only goes forward')
  })

  it('The stand-in follows the wall clock that it was given, without being put forward', async () => {
    let wall = new Date('2026-11-18T08:00:00Z')
    const { stripe, sandbox } = await openSandbox({ now: () => wall, webhooks: [] })
    const session = await newCheckout(stripe, 'subscription')
    sandbox.people.pay(session.id)
    wall = new Date('2026-12-18T09:00:00Z')
    expect((await stripe.invoices.list()).data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })
})
