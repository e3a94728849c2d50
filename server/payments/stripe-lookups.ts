import type Stripe from 'stripe'
import { feesOf } from '#contract/fees.ts'
import type {
  PaymentProvider,
  ProviderCheckout,
  ProviderDispute,
  ProviderMembership,
  ProviderPayment,
  ProviderRefund,
} from './provider.ts'
import { PAGE, present, reach } from './stripe-client.ts'
import { idOf, isMarked, periodOf, timeOf } from './stripe-objects.ts'

type Lookups = Pick<PaymentProvider, 'findCheckout' | 'findPayment' | 'findMembership'>

/**
 * The present state of Stripe's objects, in our own words. A payment is a payment intent: it has one successful charge,
 * whatever was declined before.
 */
export function stripeLookups(stripe: Stripe): Lookups {
  /** What a payment was for: a single ticket has a session, and one that renews an invoice. */
  async function findPurpose({ id, metadata }: Stripe.PaymentIntent) {
    if (metadata.order_id !== undefined) {
      const [session] = (await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 })).data
      return {
        order_id: metadata.order_id,
        is_ours: isMarked(metadata),
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
      is_ours: isMarked(details?.metadata),
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
      currency: intent.currency,
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
    const found = await present(
      stripe.subscriptions.retrieve(reference, { expand: ['default_payment_method', 'latest_invoice'] }),
    )
    const [item] = found?.items.data ?? []
    if (!found || !item) return undefined
    const isOver = ['canceled', 'unpaid', 'incomplete_expired'].includes(found.status)
    const isActive = found.status === 'active' || found.status === 'trialing'
    const method = typeof found.default_payment_method === 'object' ? found.default_payment_method : null
    const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null
    const ended_at = found.ended_at ?? found.canceled_at ?? item.current_period_start
    return {
      reference,
      order_id: found.metadata.order_id,
      customer: idOf(found.customer),
      state: isOver ? 'ended' : isActive ? 'active' : found.status === 'incomplete' ? 'waiting' : 'past_due',
      renews: !isOver && !found.cancel_at_period_end && found.cancel_at === null,
      is_cancelled: found.cancellation_details?.reason === 'cancellation_requested',
      period: periodOf(item.current_period_start, item.current_period_end),
      is_unpaid: invoice?.status !== 'paid',
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
    findCheckout: (reference) => reach(findCheckout(reference)),
    findPayment: (reference) => reach(findPayment(reference)),
    findMembership: (reference) => reach(findMembership(reference)),
  }
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
