import type Stripe from 'stripe'
import { invalid, missing } from './api-error.ts'
import { nextPeriodEnd } from './clock.ts'
import { createInvoice, finalizeInvoice, invoicesOf, settleInvoice, stopCollecting, voidInvoice } from './invoices.ts'
import type { Params } from './params.ts'
import { INTERVALS, planOf } from './products.ts'
import { CURRENCY, emit, listOf, previousAttributes, type State } from './state.ts'
import { newId, type SessionPlan } from './store.ts'

/**
 * The subscription that a checkout session has sold, with its first invoice, which `intent` has paid. If the bank still waits
 * for a word of its customer, the subscription is incomplete and the invoice open.
 */
export function startSubscription(
  state: State,
  facts: { plan: SessionPlan; customer: string; method: string; intent: string; is_incomplete?: boolean },
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const { plan, customer, method, intent, is_incomplete = false } = facts
  const id = newId('sub')
  const now = state.clock.seconds()
  const items = plan.lines.map((line, index) => newItem(id, line, plan.tax_rates[index] ?? [], now))
  const [first] = items
  if (!first) throw invalid('A subscription needs an item.', { param: 'line_items' })
  const subscription = state.store.put('subscriptions', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: CURRENCY,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: plan.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: plan.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: is_incomplete ? 'incomplete' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  })
  const period = { start: first.current_period_start, end: first.current_period_end }
  const draft = createInvoice(state, subscription, 'subscription_create', period)
  const open = finalizeInvoice(state, draft.id, intent)
  const invoice = is_incomplete ? open : settleInvoice(state, draft.id)
  const started = state.store.change('subscriptions', id, { latest_invoice: invoice.id })
  emit(state, 'customer.subscription.created', started)
  return { subscription: started, invoice }
}

function newItem(
  subscription: string,
  line: Stripe.LineItem,
  tax_rates: Stripe.TaxRate[],
  now: number,
): Stripe.SubscriptionItem {
  if (!line.price) throw invalid('A subscription item needs a price.', { param: 'line_items' })
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: itemPeriodEnd(line.price, now, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(line.price),
    price: line.price,
    quantity: line.quantity ?? 1,
    subscription,
    tax_rates,
  }
}

/** The end of the period that contains `time`. */
export function itemPeriodEnd(price: Stripe.Price, anchor: number, time: number): number {
  const interval = INTERVALS.find((one) => one === price.recurring?.interval)
  if (!interval) throw invalid('The price is not recurring.', { param: 'price' })
  return nextPeriodEnd(anchor, interval, price.recurring?.interval_count ?? 1, time)
}

export function updateSubscription(state: State, id: string, params: Params): Stripe.Subscription {
  const before = state.store.get('subscriptions', id)
  params.ignore('proration_behavior')
  const method = params.text('default_payment_method')
  if (method !== undefined) state.store.get('payment_methods', method, 'default_payment_method')
  const stops = params.flag('cancel_at_period_end')
  const comment = params.child('cancellation_details')?.text('comment') ?? null
  return change(state, before, {
    metadata: params.metadata(before.metadata),
    ...(method !== undefined && { default_payment_method: method }),
    ...(stops !== undefined && stopping(state, before, stops, comment)),
  })
}

/** Stops a subscription at the end of its period, or lets it go on. */
export function setRenewal(state: State, id: string, renews: boolean): Stripe.Subscription {
  const before = state.store.get('subscriptions', id)
  return change(state, before, stopping(state, before, !renews, null))
}

function change(state: State, before: Stripe.Subscription, changes: Partial<Stripe.Subscription>): Stripe.Subscription {
  const after = state.store.change('subscriptions', before.id, changes)
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length > 0) emit(state, 'customer.subscription.updated', after, { previous })
  return after
}

function stopping(
  state: State,
  subscription: Stripe.Subscription,
  stops: boolean,
  comment: string | null,
): Partial<Stripe.Subscription> {
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  if (subscription.cancel_at_period_end === stops) return {}
  return {
    cancel_at_period_end: stops,
    cancel_at: stops ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: stops ? state.clock.seconds() : null,
    cancellation_details: {
      comment,
      feedback: null,
      feedback_option: null,
      reason: stops ? 'cancellation_requested' : null,
    },
  }
}

/** Ends a subscription now, by request. Nothing is given back, and nothing more is charged. */
export function cancelSubscription(state: State, id: string, params: Params): Stripe.Subscription {
  params.ignore('invoice_now', 'prorate')
  params.child('cancellation_details')?.ignore('comment', 'feedback')
  const { status } = state.store.get('subscriptions', id)
  if (status === 'canceled') throw missing('subscription', id)
  return endSubscription(state, id, 'cancellation_requested')
}

/** Nobody has paid the first invoice for almost a day. */
export function expireIncomplete(state: State, id: string): void {
  const before = state.store.get('subscriptions', id)
  for (const { id: invoice } of invoicesOf(state, id).filter(({ status }) => status === 'open'))
    voidInvoice(state, invoice)
  const after = state.store.change('subscriptions', id, {
    ended_at: state.clock.seconds(),
    status: 'incomplete_expired',
  })
  emit(state, 'customer.subscription.updated', after, { previous: previousAttributes(before, after) })
}

export function endSubscription(
  state: State,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const now = state.clock.seconds()
  const before = state.store.get('subscriptions', id)
  const ended = state.store.change('subscriptions', id, {
    cancel_at: null,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: now,
    status: 'canceled',
  })
  stopCollecting(state, id)
  emit(state, 'customer.subscription.deleted', ended)
  return ended
}
