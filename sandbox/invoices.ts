import Stripe from 'stripe'
import { lineAmounts, sum } from './amounts.ts'
import { invalid } from './api-error.ts'
import { createIntent } from './charges.ts'
import { productName } from './products.ts'
import { CURRENCY, emit, listOf, type State } from './state.ts'
import { idOf, newId } from './store.ts'

/** How long a renewal is a draft before it is charged. */
const DRAFT_SECONDS = 60 * 60

interface InvoicePeriod {
  /** The time that the lines pay for. */
  start: number
  end: number
}

/** The first invoice of a subscription, which is charged at once, or that of a renewal, which is a draft for an hour. */
export function createInvoice(
  state: State,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  period: InvoicePeriod,
): Stripe.Invoice {
  const id = newId('in')
  const created = state.clock.seconds()
  const isDraft = reason === 'subscription_cycle'
  const customer = state.store.get('customers', idOf(subscription.customer) ?? '')
  const lines = subscription.items.data.map((item) => newLine(state, id, subscription, item, period))
  const taxes = lines.flatMap((line) => line.taxes ?? [])
  const subtotal = sum(lines.map((line) => line.amount))
  const tax = sum(taxes.map(({ amount }) => amount))
  const total = subtotal + sum(taxes.filter((one) => one.tax_behavior === 'exclusive').map(({ amount }) => amount))
  // The invoice of a renewal is about the period that has ended, its lines are about the one that begins.
  const before = isDraft ? (latestInvoice(state, subscription)?.lines.data[0]?.period ?? period) : null
  const invoice = state.store.put('invoices', {
    id,
    object: 'invoice',
    account_country: 'FR',
    account_name: state.seller,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: isDraft,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: isDraft ? created + DRAFT_SECONDS : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: CURRENCY,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: isDraft ? created + DRAFT_SECONDS : null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: before?.end ?? created,
    period_start: before?.start ?? created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: total - tax,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: taxes,
    webhooks_delivered_at: created,
  })
  emit(state, 'invoice.created', invoice)
  return invoice
}

function newLine(
  state: State,
  invoice: string,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  period: InvoicePeriod,
): Stripe.InvoiceLineItem {
  const quantity = item.quantity ?? 1
  const unit = item.price.unit_amount ?? 0
  const amounts = lineAmounts(unit * quantity, item.tax_rates ?? [])
  return {
    id: newId('il'),
    object: 'line_item',
    amount: amounts.subtotal,
    currency: CURRENCY,
    description: `${quantity} × ${productName(state, item.price)}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(unit),
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: subscription.id,
    subtotal: amounts.subtotal,
    taxes: amounts.taxes.map(({ rate, amount, taxable }) => ({
      amount,
      tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: rate.id },
      taxability_reason: 'not_available',
      taxable_amount: taxable,
      type: 'tax_rate_details',
    })),
  }
}

/** From draft to open: it has a number, and a payment intent to pay it with. */
export function finalizeInvoice(state: State, id: string, intent_id?: string): Stripe.Invoice {
  const now = state.clock.seconds()
  const invoice = state.store.get('invoices', id)
  const customer = idOf(invoice.customer) ?? null
  const count = state.store.filter('invoices', (one) => one.customer === customer && one.number !== null).length
  const opened = state.store.change('invoices', id, {
    automatically_finalizes_at: null,
    effective_at: now,
    number: `${(customer ?? '').slice(-8).toUpperCase()}-${String(count + 1).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  })
  emit(state, 'invoice.finalized', opened)
  const description = invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  const intent = intent_id ?? createIntent(state, { amount: invoice.total, customer, description, metadata: {} }).id
  state.store.put('invoice_payments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.total,
    created: now,
    currency: CURRENCY,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  return opened
}

export function settleInvoice(state: State, id: string): Stripe.Invoice {
  const now = state.clock.seconds()
  const invoice = state.store.get('invoices', id)
  const paid = state.store.change('invoices', id, {
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    ending_balance: 0,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  for (const payment of paymentsOf(state, id)) {
    const done = state.store.change('invoice_payments', payment.id, {
      amount_paid: payment.amount_requested,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: now },
    })
    emit(state, 'invoice_payment.paid', done)
  }
  emit(state, 'invoice.paid', paid)
  emit(state, 'invoice.payment_succeeded', paid)
  return paid
}

/** Nothing more is charged for what is still open, as after the end of a subscription. */
export function stopCollecting(state: State, subscription: string): void {
  for (const invoice of invoicesOf(state, subscription)) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    const stopped = state.store.change('invoices', invoice.id, {
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
    })
    emit(state, 'invoice.updated', stopped)
  }
}

/** Nobody can pay it any more. */
export function voidInvoice(state: State, id: string): Stripe.Invoice {
  const { status, status_transitions } = state.store.get('invoices', id)
  if (status !== 'open') throw invalid(`Invoice ${id} is not open.`, { code: 'invoice_not_open' })
  const voided = state.store.change('invoices', id, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...status_transitions, voided_at: state.clock.seconds() },
  })
  emit(state, 'invoice.voided', voided)
  return voided
}

export function paymentsOf(state: State, invoice: string): Stripe.InvoicePayment[] {
  return state.store.filter('invoice_payments', (payment) => payment.invoice === invoice)
}

export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/** The oldest first. */
export function invoicesOf(state: State, subscription: string): Stripe.Invoice[] {
  return state.store.filter('invoices', (invoice) => subscriptionOf(invoice) === subscription)
}

function latestInvoice(state: State, subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  const id = idOf(subscription.latest_invoice)
  return id === undefined ? undefined : state.store.find('invoices', id)
}
