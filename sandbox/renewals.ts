import type Stripe from 'stripe'
import { type ApiError, declined, invalid } from './api-error.ts'
import { attemptCharge } from './charges.ts'
import { bankAnswerOf, beginBankPayout, endBankPayout, nextBankPayout } from './connect/bank-payouts.ts'
import { defaultCard } from './customers.ts'
import { createInvoice, finalizeInvoice, invoicesOf, paymentsOf, settleInvoice, subscriptionOf } from './invoices.ts'
import { expireSession } from './sessions.ts'
import { emit, previousAttributes, type State } from './state.ts'
import { idOf } from './store.ts'
import { endSubscription, expireIncomplete, itemPeriodEnd } from './subscriptions.ts'

const DAY_SECONDS = 24 * 60 * 60
/** When a card is asked again, in days after it refused for the first time. After the last one the subscription ends. */
const RETRY_DAYS = [1, 3, 5]

/** How long the first invoice may wait for a word of the customer. */
const INCOMPLETE_SECONDS = 23 * 60 * 60

/** What is done follows after an hour at least, so what is due within an hour can be done in one go. */
const STEP_SECONDS = 60 * 60

interface DueWork {
  at: number
  /** When it is due by now; null if something else has made it void. */
  due: () => number | null
  run: () => void
}

/** Does everything that was due until now, each at its own second and in the order of time. */
export function runDue(state: State): void {
  const until = state.clock.seconds()
  for (let works = findDue(state, until); works.length > 0; works = findDue(state, until)) {
    const end = (works[0]?.at ?? 0) + STEP_SECONDS
    state.store.transaction(() => {
      for (const { at, due, run } of works) if (at < end && due() === at) state.clock.at(at, run)
    })
  }
}

/** Oldest first. */
function findDue(state: State, until: number): DueWork[] {
  const isDue = (at: number | null) => at !== null && at <= until
  const { store } = state
  const sessions = store.filter('sessions', (session) => isDue(expiryOf(session)))
  const invoices = store.filter('invoices', (invoice) => isDue(nextChargeOf(invoice)))
  const subscriptions = store.filter('subscriptions', (subscription) => isDue(periodEndOf(subscription)))
  const accounts = store.filter('accounts', (account) => isDue(nextBankPayout(state, account)))
  const payouts = store.filter('connected_payouts', (row) => isDue(bankAnswerOf(row)))
  return [
    ...accounts.map(({ id }) => ({
      due: () => nextBankPayout(state, store.get('accounts', id)),
      run: () => beginBankPayout(state, id),
    })),
    ...payouts.map(({ id }) => ({
      due: () => bankAnswerOf(store.get('connected_payouts', id)),
      run: () => endBankPayout(state, id),
    })),
    ...sessions.map(({ id }) => ({
      due: () => expiryOf(store.get('sessions', id)),
      run: () => expireSession(state, id),
    })),
    ...invoices.map(({ id }) => ({ due: () => nextChargeOf(store.get('invoices', id)), run: () => charge(state, id) })),
    ...subscriptions.map(({ id }) => ({
      due: () => periodEndOf(store.get('subscriptions', id)),
      run: () => endPeriod(state, id),
    })),
  ]
    .map((work) => ({ ...work, at: work.due() ?? 0 }))
    .sort((one, two) => one.at - two.at)
}

function expiryOf({ status, expires_at }: Stripe.Checkout.Session): number | null {
  return status === 'open' ? expires_at : null
}

function nextChargeOf(invoice: Stripe.Invoice): number | null {
  if (invoice.status === 'draft') return invoice.automatically_finalizes_at
  return invoice.status === 'open' ? invoice.next_payment_attempt : null
}

function periodEndOf({ status, items, created }: Stripe.Subscription): number | null {
  if (status === 'incomplete') return created + INCOMPLETE_SECONDS
  return status === 'canceled' || status === 'incomplete_expired' ? null : (items.data[0]?.current_period_end ?? null)
}

/** At the end of a period a subscription ends or renews. */
function endPeriod(state: State, id: string): void {
  const before = state.store.get('subscriptions', id)
  if (before.status === 'incomplete') {
    expireIncomplete(state, id)
    return
  }
  if (before.cancel_at_period_end) {
    endSubscription(state, id, 'cancellation_requested')
    return
  }
  const now = state.clock.seconds()
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: itemPeriodEnd(item.price, before.billing_cycle_anchor, item.current_period_end),
  }))
  const rolled = state.store.change('subscriptions', id, { items: { ...before.items, data: items } })
  const period = { start: now, end: items[0]?.current_period_end ?? now }
  const invoice = createInvoice(state, rolled, 'subscription_cycle', period)
  const after = state.store.change('subscriptions', id, { latest_invoice: invoice.id })
  emit(state, 'customer.subscription.updated', after, { previous: previousAttributes(before, after) })
}

/** The provider charges by itself, and plans another time after a refusal. */
function charge(state: State, id: string): void {
  if (state.store.get('invoices', id).status === 'draft') finalizeInvoice(state, id)
  if (!collect(state, id)) planRetry(state, id)
}

/** Charges an open invoice. The state of the subscription follows. */
function collect(state: State, id: string): boolean {
  const invoice = state.store.get('invoices', id)
  const customer = idOf(invoice.customer)
  const intent = idOf(paymentsOf(state, id)[0]?.payment.payment_intent)
  if (customer === undefined || intent === undefined) throw invalid(`Invoice ${id} cannot be paid.`)
  if (!attemptCharge(state, intent, cardOf(state, invoice, customer))) {
    const failed = state.store.change('invoices', id, { attempt_count: invoice.attempt_count + 1, attempted: true })
    emit(state, 'invoice.payment_failed', failed)
    return false
  }
  settleInvoice(state, id)
  const subscription = subscriptionOf(invoice)
  const isClear = subscription && invoicesOf(state, subscription).every(({ status }) => status !== 'open')
  if (isClear) setStatus(state, subscription, 'active')
  return true
}

function cardOf(state: State, invoice: Stripe.Invoice, customer: string): Stripe.PaymentMethod | undefined {
  const id = subscriptionOf(invoice)
  const own = id && idOf(state.store.get('subscriptions', id).default_payment_method)
  return own ? state.store.find('payment_methods', own) : defaultCard(state, customer)
}

/** After a refusal: when the card is asked again, or the end. */
function planRetry(state: State, id: string): void {
  const invoice = state.store.get('invoices', id)
  const now = state.clock.seconds()
  const first = invoice.status_transitions.finalized_at ?? now
  const next = RETRY_DAYS.map((days) => first + days * DAY_SECONDS).find((time) => time > now)
  const planned = state.store.change('invoices', id, { next_payment_attempt: next ?? null })
  emit(state, 'invoice.updated', planned, { previous: previousAttributes(invoice, planned) })
  const subscription = subscriptionOf(invoice)
  if (!subscription) return
  if (next === undefined) endSubscription(state, subscription, 'payment_failed')
  else setStatus(state, subscription, 'past_due')
}

function setStatus(state: State, id: string, status: 'active' | 'past_due'): void {
  const before = state.store.get('subscriptions', id)
  if (before.status === status || before.status === 'canceled') return
  const after = state.store.change('subscriptions', id, { status })
  emit(state, 'customer.subscription.updated', after, { previous: previousAttributes(before, after) })
}

/** Pays an open invoice by request, with the card that the customer has now. A refusal is kept, and answered. */
export function payInvoice(state: State, id: string): Stripe.Invoice | ApiError {
  const { status } = state.store.get('invoices', id)
  if (status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_already_paid' })
  if (status !== 'draft' && status !== 'open') throw invalid(`Invoice ${id} cannot be paid.`)
  if (status === 'draft') finalizeInvoice(state, id)
  return collect(state, id) ? state.store.get('invoices', id) : declined()
}
