import Stripe from 'stripe'
import { feesOf } from '#contract/fees.ts'
import {
  BadEvent,
  type CheckoutOrder,
  type PaymentProvider,
  ProviderAway,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderMembership,
  type ProviderName,
  type ProviderPayment,
  type ProviderRefund,
} from './provider.ts'
import { lineOf, periodOf, subjectOf } from './stripe-objects.ts'

interface StripeOptions {
  name: ProviderName
  secret_key: string
  webhook_secret: string
  /** Of the sandbox. Undefined: Stripe itself. */
  url: string | undefined
}

const CURRENCY = 'eur'
/** An event whose signature is older is refused, so that nobody can send an old one again. */
const SIGNATURE_MAX_AGE_S = 300
const ANSWER_MS = 20_000
const RETRIES = 2
const PAGE = 100

/**
 * The adapter to Stripe, the only file that calls it. The sandbox speaks the same language at another address.
 * A payment is a payment intent: it has one successful charge, whatever was declined before.
 */
export function stripeProvider({ name, secret_key, webhook_secret, url }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secret_key, {
    maxNetworkRetries: RETRIES,
    timeout: ANSWER_MS,
    telemetry: false,
    ...at(url),
  })
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
    const metadata = { order_id: id }
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

  /** What a payment was for: a single ticket has a session, and one that renews an invoice. */
  async function findPurpose({ id, metadata }: Stripe.PaymentIntent) {
    if (metadata.order_id !== undefined) {
      const [session] = (await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 })).data
      return {
        order_id: metadata.order_id,
        membership: undefined,
        period: undefined,
        vat: session?.total_details?.amount_tax ?? 0,
      }
    }
    const [paid] = (
      await stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: id },
        expand: ['data.invoice'],
        limit: 1,
      })
    ).data
    const invoice = paid && typeof paid.invoice === 'object' && 'lines' in paid.invoice ? paid.invoice : undefined
    const details = invoice?.parent?.subscription_details
    const [line] = invoice?.lines.data ?? []
    return {
      order_id: details?.metadata?.order_id,
      membership: details ? idOf(details.subscription) : undefined,
      period: line && periodOf(line.period.start, line.period.end),
      vat: (invoice?.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    }
  }

  async function listRefunds(payment_intent: string): Promise<ProviderRefund[]> {
    const refunds: ProviderRefund[] = []
    for await (const { id, created, amount, status } of stripe.refunds.list({ payment_intent, limit: PAGE })) {
      const isOver = status === 'failed' || status === 'canceled'
      const state = status === 'succeeded' ? 'done' : isOver ? 'failed' : 'pending'
      refunds.push({ reference: id, at: timeOf(created), cents: amount, state })
    }
    return refunds.reverse()
  }

  async function listDisputes(payment_intent: string): Promise<ProviderDispute[]> {
    const disputes: ProviderDispute[] = []
    for await (const { id, created, amount, status, balance_transactions } of stripe.disputes.list({
      payment_intent,
      limit: PAGE,
    })) {
      // An inquiry takes no money.
      if (balance_transactions.length === 0) continue
      const returned = balance_transactions.find(({ amount }) => amount > 0)
      const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
      disputes.push({
        reference: id,
        at: timeOf(created),
        cents: amount,
        // With a dispute that was won the fee may come back, too.
        fee: balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
        state,
        // Stripe does not tell when a dispute was lost. The money has been away since it was opened.
        closed_at: state === 'open' ? undefined : timeOf(returned?.created ?? created),
      })
    }
    return disputes.reverse()
  }

  async function findPayment(reference: string): Promise<ProviderPayment | undefined> {
    const intent = await present(
      stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge.balance_transaction'] }),
    )
    if (!intent) return undefined
    const charge = intent.latest_charge as Stripe.Charge | null
    const balance = charge?.balance_transaction as Stripe.BalanceTransaction | null | undefined
    const card = charge?.payment_method_details?.card
    const [purpose, refunds, disputes] = await Promise.all([
      findPurpose(intent),
      listRefunds(reference),
      listDisputes(reference),
    ])
    const isPaid = intent.status === 'succeeded' && charge?.status === 'succeeded'
    const isOver = intent.status === 'canceled' || intent.status === 'requires_payment_method'
    return {
      reference,
      ...purpose,
      customer: intent.customer ? idOf(intent.customer) : undefined,
      // The fee is known a moment after the payment; an event tells when.
      state: isPaid && balance ? 'paid' : isOver ? 'failed' : 'pending',
      paid_at: timeOf(charge?.created ?? intent.created),
      charged: isPaid ? charge.amount_captured : intent.amount,
      fee: balance?.fee ?? 0,
      billing_country: charge?.billing_details.address?.country ?? undefined,
      card_country: card?.country ?? undefined,
      card_last4: card?.last4 ?? undefined,
      refunds,
      disputes,
    }
  }

  async function findMembership(reference: string): Promise<ProviderMembership | undefined> {
    const found = await present(stripe.subscriptions.retrieve(reference, { expand: ['default_payment_method'] }))
    const [item] = found?.items.data ?? []
    if (!found || !item) return undefined
    const isOver = ['canceled', 'unpaid', 'incomplete_expired'].includes(found.status)
    const isActive = found.status === 'active' || found.status === 'trialing'
    const method = typeof found.default_payment_method === 'object' ? found.default_payment_method : null
    const ended_at = found.ended_at ?? found.canceled_at ?? item.current_period_start
    return {
      reference,
      order_id: found.metadata.order_id,
      customer: idOf(found.customer),
      state: isOver ? 'ended' : isActive ? 'active' : 'past_due',
      renews: !isOver && !found.cancel_at_period_end && found.cancel_at === null,
      period: periodOf(item.current_period_start, item.current_period_end),
      ended_at: isOver ? timeOf(ended_at) : undefined,
      card_last4: method?.card?.last4,
      charged: chargedFor(item),
    }
  }

  async function findCheckout(reference: string): Promise<ProviderCheckout | undefined> {
    const session = await present(stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] }))
    if (!session) return undefined
    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
    const [of_invoice] = session.invoice
      ? (await stripe.invoicePayments.list({ invoice: idOf(session.invoice), limit: 1 })).data
      : []
    const payment = intent ?? of_invoice?.payment.payment_intent
    return {
      reference,
      order_id: session.metadata?.order_id,
      state: stateOf(session, intent),
      payment: payment ? idOf(payment) : undefined,
      membership: session.subscription ? idOf(session.subscription) : undefined,
    }
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
      const found = await present(stripe.subscriptions.retrieve(membership))
      if (!found || found.status === 'canceled') return
      await reach(stripe.subscriptions.cancel(membership, { invoice_now: false, prorate: false }))
    },
    async refund(payment, { key, cents }) {
      const wanted = { payment_intent: payment, ...(cents !== undefined && { amount: cents }) }
      await reach(stripe.refunds.create(wanted, { idempotencyKey: key })).catch((error) => {
        if (codeOf(error) !== 'charge_already_refunded') throw error
      })
    },
    read(raw, headers, now) {
      const event = verified(stripe, raw, headers['stripe-signature'], { webhook_secret, now })
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
    findCheckout: (reference) => reach(findCheckout(reference)),
    findPayment: (reference) => reach(findPayment(reference)),
    findMembership: (reference) => reach(findMembership(reference)),
  }
}

/** Where the stand-in listens. */
function at(url: string | undefined) {
  if (url === undefined) return {}
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

function verified(
  stripe: Stripe,
  raw: Buffer,
  signature: string | string[] | undefined,
  { webhook_secret, now }: { webhook_secret: string; now: Date },
): Stripe.Event {
  if (typeof signature !== 'string') throw new BadEvent('The event has no signature')
  try {
    return stripe.webhooks.constructEvent(raw, signature, webhook_secret, SIGNATURE_MAX_AGE_S, undefined, now.getTime())
  } catch (error) {
    throw new BadEvent('The signature of the event does not hold', { cause: error })
  }
}

function translated(event: Stripe.Event): ProviderEvent {
  const { id, created, type } = event
  return { id, at: timeOf(created), type, subject: subjectOf(type, event.data.object) }
}

function stateOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): ProviderCheckout['state'] {
  if (session.status === 'expired') return 'expired'
  if (session.status === 'complete' && session.payment_status !== 'unpaid') return 'paid'
  return intent?.last_payment_error && intent.status === 'requires_payment_method' ? 'failed' : 'open'
}

/** What an item of a subscription costs, with a tax that is not included. */
function chargedFor({ price, tax_rates }: Stripe.SubscriptionItem): number {
  const added = (tax_rates ?? []).find(({ inclusive }) => !inclusive)
  return feesOf(price.unit_amount ?? 0, added?.percentage ?? 0).charged
}

/** An object of Stripe, or its id. */
type Expandable = string | { id: string }

function idOf(expandable: Expandable): string {
  return typeof expandable === 'string' ? expandable : expandable.id
}

function timeOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined
}

/** Undefined if there is no such object. */
async function present<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error) => {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  })
}

/** A refusal of the request stays what it is. Everything else passes: the network, a failure there, a limit, a wrong key. */
async function reach<T>(asked: Promise<T>): Promise<T> {
  return await asked.catch((error) => {
    throw explained(error)
  })
}

async function* reachEach<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors
  const isRefusal = [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError].some(
    (kind) => error instanceof kind,
  )
  if (!(error instanceof StripeError) || isRefusal) return error
  return new ProviderAway('The payment provider cannot be used at the moment', { cause: error })
}
