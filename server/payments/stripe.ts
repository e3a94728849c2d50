import type Stripe from 'stripe'
import {
  BadEvent,
  type CheckoutOrder,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderName,
  ProviderRefused,
} from './provider.ts'
import { codeOf, PAGE, present, reach, reachEach, stripeClient } from './stripe-client.ts'
import { stripeLookups } from './stripe-lookups.ts'
import { type Expandable, idOf, lineOf, OUR_MARK, secondsOf, subjectOf, timeOf } from './stripe-objects.ts'

interface StripeOptions {
  name: ProviderName
  secret_key: string
  webhook_secret: string
  /** Of the webhook for the accounts of those who are paid. */
  connect_webhook_secret?: string | undefined
  /** Of the sandbox. Undefined: Stripe itself. */
  url: string | undefined
}

const CURRENCY = 'eur'
/** An event whose signature is older is refused, so that nobody can send an old one again. */
const SIGNATURE_MAX_AGE_S = 300

/** The adapter to Stripe. The sandbox speaks the same language at another address. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { name, secret_key, webhook_secret, connect_webhook_secret, url } = options
  const stripe = stripeClient(secret_key, url)
  const secrets = [webhook_secret, ...(connect_webhook_secret === undefined ? [] : [connect_webhook_secret])]
  const isLive = /^.k_live_/.test(secret_key)
  const tax_rates = new Map<string, Promise<string>>()

  /** The tax rate of a country. It is made once, and found again by its mark. */
  async function findTaxRate(country: string, percent: number): Promise<string> {
    for await (const rate of stripe.taxRates.list({ active: true, limit: PAGE })) {
      if (rate.country === country && rate.percentage === percent && rate.inclusive) return rate.id
    }
    const rate = { country, percentage: percent, inclusive: true, display_name: 'VAT' }
    return (await stripe.taxRates.create(rate, { idempotencyKey: `vat-${country}-${percent}` })).id
  }

  async function taxRate({ country, percent }: CheckoutOrder['vat']): Promise<string> {
    const key = `${country} ${percent}`
    const known = tax_rates.get(key) ?? findTaxRate(country, percent)
    tax_rates.set(key, known)
    return await known.catch((error) => {
      tax_rates.delete(key)
      throw error
    })
  }

  async function createSession(order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
    const { id, fan, customer, renews, charged, vat } = order
    const metadata = { order_id: id, ...OUR_MARK }
    const tax = vat.cents > 0 ? { tax_rates: [await taxRate(vat)] } : {}
    return await stripe.checkout.sessions.create(
      {
        mode: renews ? 'subscription' : 'payment',
        client_reference_id: id,
        metadata,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              // The tax is included, so that the amount is the one that the fan clicked, to the cent.
              unit_amount: charged,
              product_data: { name: lineOf(order) },
              ...(renews && { recurring: { interval: 'month' } }),
            },
            ...tax,
          },
        ],
        ...(renews ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
        ...(customer === undefined
          ? { customer_email: fan.email, ...(!renews && { customer_creation: 'always' }) }
          : { customer, customer_update: { address: 'auto' } }),
        billing_address_collection: 'required',
        locale: fan.locale,
        success_url: order.return_url,
        cancel_url: order.cancel_url,
      },
      { idempotencyKey: `checkout-${id}-${customer ?? 'new'}` },
    )
  }

  return {
    name,
    async checkout(order) {
      // A customer who was deleted at the provider becomes a new one.
      const session =
        (await reach(present(createSession(order)))) ?? (await reach(createSession({ ...order, customer: undefined })))
      if (session.amount_total !== order.charged || session.url === null)
        throw new Error('the page of the payment provider does not ask for the amount of the order')
      return { url: session.url, reference: session.id }
    },
    async manage(customer, return_url) {
      const { url } = await reach(stripe.billingPortal.sessions.create({ customer, return_url }))
      return { url }
    },
    cancel: async (membership) =>
      void (await reach(stripe.subscriptions.update(membership, { cancel_at_period_end: true }))),
    resume: async (membership) =>
      void (await reach(stripe.subscriptions.update(membership, { cancel_at_period_end: false }))),
    async end(membership) {
      const found = await reach(present(stripe.subscriptions.retrieve(membership)))
      if (!found) return
      if (found.status !== 'canceled')
        await reach(stripe.subscriptions.cancel(membership, { invoice_now: false, prorate: false }))
      // The customer could still pay it on the page of the provider.
      const open = reachEach(stripe.invoices.list({ subscription: membership, status: 'open', limit: PAGE }))
      for await (const { id } of open) await unlessPaid(reach(stripe.invoices.voidInvoice(id)))
    },
    async refund(payment, { key, cents }) {
      const wanted = { payment_intent: payment, ...(cents !== undefined && { amount: cents }) }
      await reach(stripe.refunds.create(wanted, { idempotencyKey: key })).catch((error) => {
        if (codeOf(error) !== 'charge_already_refunded') throw error
      })
    },
    read(raw, headers, now) {
      const event = verified(stripe, raw, headers['stripe-signature'], { secrets, now })
      if (event.livemode !== isLive) throw new BadEvent('The event is of the other mode, test or live')
      return translated(event)
    },
    async *since(time) {
      const events: ProviderEvent[] = []
      for await (const event of reachEach(stripe.events.list({ created: { gte: secondsOf(time) }, limit: PAGE })))
        events.push(translated(event))
      yield* events.reverse()
    },
    async *paymentsSince(time) {
      const created = { created: { gte: secondsOf(time) }, limit: PAGE }
      const known = new Set<string>()
      for (const list of [stripe.charges.list(created), stripe.refunds.list(created), stripe.disputes.list(created)]) {
        for await (const { payment_intent } of reachEach<{ payment_intent: Expandable | null }>(list)) {
          if (!payment_intent || known.has(idOf(payment_intent))) continue
          known.add(idOf(payment_intent))
          yield idOf(payment_intent)
        }
      }
    },
    ...stripeLookups(stripe),
  }
}

/** An invoice that was paid at this moment stays paid: a refusal is no failure. */
async function unlessPaid(voiding: Promise<Stripe.Invoice>): Promise<void> {
  await voiding.catch((error) => {
    if (!(error instanceof ProviderRefused)) throw error
  })
}

function verified(
  stripe: Stripe,
  raw: Buffer,
  signature: string | string[] | undefined,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): Stripe.Event {
  if (typeof signature !== 'string') throw new BadEvent('The event has no signature')
  let cause: unknown
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(raw, signature, secret, SIGNATURE_MAX_AGE_S, undefined, now.getTime())
    } catch (error) {
      cause = error
    }
  }
  throw new BadEvent('The signature of the event does not hold', { cause })
}

function translated(event: Stripe.Event): ProviderEvent {
  const { id, created, type, account } = event
  return { id, at: timeOf(created), type, subject: subjectOf(type, event.data.object, account) }
}
