import type Stripe from 'stripe'
import { type ApiError, missing } from './api-error.ts'
import { balanceOf } from './balance.ts'
import { createAccount, createAccountLink, createLoginLink, deleteAccount } from './connect/accounts.ts'
import { CONNECTED_ROUTES } from './connect/connected-routes.ts'
import { createTransfer, reverseTransfer } from './connect/transfers.ts'
import { createCustomer, updateCustomer } from './customers.ts'
import { closeDispute } from './disputes.ts'
import { subscriptionOf, voidInvoice } from './invoices.ts'
import { byCreation, byFields, pageOf } from './lists.ts'
import type { Params } from './params.ts'
import { createPortalSession } from './portal.ts'
import { createPrice, createProduct, createTaxRate } from './products.ts'
import { createRefund } from './refunds.ts'
import { payInvoice } from './renewals.ts'
import { createSession, expireSession } from './sessions.ts'
import type { State } from './state.ts'
import { cancelSubscription, updateSubscription } from './subscriptions.ts'

/** How long the provider lists an event. */
const EVENT_SECONDS = 30 * 24 * 60 * 60

/** Returns the object of the answer. A refusal that is returned instead of thrown is answered, and what was done stays. */
type Handler = (state: State, params: Params, id: string) => object | ApiError

/** Every call that the stand-in knows. `:id` is one part of a path. */
const ROUTES: Readonly<Record<string, Handler>> = {
  'POST /v1/products': (state, params) => createProduct(state, params),
  'GET /v1/products/:id': (state, _, id) => state.store.get('products', id),
  'POST /v1/prices': (state, params) => createPrice(state, params),
  'GET /v1/prices/:id': (state, _, id) => state.store.get('prices', id),
  'POST /v1/tax_rates': createTaxRate,
  'GET /v1/tax_rates': listTaxRates,
  'GET /v1/tax_rates/:id': (state, _, id) => state.store.get('tax_rates', id),

  'POST /v1/customers': createCustomer,
  'GET /v1/customers': listCustomers,
  'GET /v1/customers/:id': (state, _, id) => state.store.get('customers', id),
  'POST /v1/customers/:id': (state, params, id) => updateCustomer(state, id, params),
  'GET /v1/payment_methods/:id': (state, _, id) => state.store.get('payment_methods', id),

  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': listSessions,
  'GET /v1/checkout/sessions/:id': (state, _, id) => state.store.get('sessions', id),
  'GET /v1/checkout/sessions/:id/line_items': (state, params, id) =>
    pageOf(`/v1/checkout/sessions/${id}/line_items`, state.store.get('session_plans', id).lines.toReversed(), params),
  'POST /v1/checkout/sessions/:id/expire': (state, _, id) => expireSession(state, id),
  'POST /v1/billing_portal/sessions': createPortalSession,

  'GET /v1/payment_intents': listPaymentIntents,
  'GET /v1/payment_intents/:id': (state, _, id) => state.store.get('payment_intents', id),
  'GET /v1/charges': listCharges,
  'GET /v1/charges/:id': (state, _, id) => state.store.get('charges', id),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/refunds/:id': (state, _, id) => state.store.get('refunds', id),
  'GET /v1/disputes': listDisputes,
  'GET /v1/disputes/:id': (state, _, id) => state.store.get('disputes', id),
  'POST /v1/disputes/:id/close': (state, _, id) => closeDispute(state, id, 'lost'),
  'GET /v1/balance': balanceOf,
  'GET /v1/balance_transactions': listMovements,
  'GET /v1/balance_transactions/:id': (state, _, id) => state.store.get('balance_transactions', id),

  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/:id': (state, _, id) => state.store.get('subscriptions', id),
  'POST /v1/subscriptions/:id': (state, params, id) => updateSubscription(state, id, params),
  'DELETE /v1/subscriptions/:id': (state, params, id) => cancelSubscription(state, id, params),
  'GET /v1/invoices': listInvoices,
  'GET /v1/invoices/:id': (state, _, id) => state.store.get('invoices', id),
  'POST /v1/invoices/:id/void': (state, _, id) => voidInvoice(state, id),
  'POST /v1/invoices/:id/pay': (state, _, id) => payInvoice(state, id),
  'GET /v1/invoice_payments': listInvoicePayments,
  'GET /v1/invoice_payments/:id': (state, _, id) => state.store.get('invoice_payments', id),

  'POST /v1/accounts': createAccount,
  'GET /v1/accounts': listAccounts,
  'GET /v1/accounts/:id': (state, _, id) => state.store.get('accounts', id),
  'DELETE /v1/accounts/:id': (state, _, id) => deleteAccount(state, id),
  'POST /v1/accounts/:id/login_links': (state, _, id) => createLoginLink(state, id),
  'POST /v1/account_links': createAccountLink,
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': listTransfers,
  'GET /v1/transfers/:id': (state, _, id) => state.store.get('transfers', id),
  'POST /v1/transfers/:id/reversals': (state, params, id) => reverseTransfer(state, id, params),
  'GET /v1/transfers/:id/reversals': (state, params, id) =>
    pageOf(`/v1/transfers/${id}/reversals`, state.store.get('transfers', id).reversals.data.toReversed(), params),

  'GET /v1/events': listEvents,
  'GET /v1/events/:id': retrieveEvent,
}

const PATTERNS = patternsOf(ROUTES)
const CONNECTED_PATTERNS = patternsOf(CONNECTED_ROUTES)

function patternsOf<T>(routes: Readonly<Record<string, T>>) {
  return Object.entries(routes).map(([route, handler]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, handler, pattern: new RegExp(`^${path.replace(':id', '([A-Za-z0-9_]+)')}$`) }
  })
}

function match<T>(patterns: { method: string; handler: T; pattern: RegExp }[], method: string, path: string) {
  for (const { method: own, handler, pattern } of patterns) {
    const found = own === method ? pattern.exec(path) : null
    if (found) return { handler, id: found[1] ?? '' }
  }
  return undefined
}

/** How a call is answered. `account`: the connected account on whose behalf it is made. */
export function findRoute(
  method: string,
  path: string,
  account?: string,
): { answer: (state: State, params: Params) => object | ApiError } | undefined {
  if (account === undefined) {
    const found = match(PATTERNS, method, path)
    return found && { answer: (state, params) => found.handler(state, params, found.id) }
  }
  const found = match(CONNECTED_PATTERNS, method, path)
  return (
    found && {
      answer: (state, params) => found.handler(state, state.store.get('accounts', account).id, params, found.id),
    }
  )
}

function listTaxRates(state: State, params: Params): Stripe.ApiList<Stripe.TaxRate> {
  const active = params.flag('active')
  const inclusive = params.flag('inclusive')
  const rows = byCreation(state.store.all('tax_rates'), params).filter(
    (rate) =>
      (active === undefined || rate.active === active) && (inclusive === undefined || rate.inclusive === inclusive),
  )
  return pageOf('/v1/tax_rates', rows, params)
}

function listCustomers(state: State, params: Params): Stripe.ApiList<Stripe.Customer> {
  const rows = byFields(state.store.all('customers'), params, ['email'])
  return pageOf('/v1/customers', byCreation(rows, params), params)
}

function listSessions(state: State, params: Params): Stripe.ApiList<Stripe.Checkout.Session> {
  const rows = byFields(state.store.all('sessions'), params, ['customer', 'payment_intent', 'subscription', 'status'])
  return pageOf('/v1/checkout/sessions', byCreation(rows, params), params)
}

function listPaymentIntents(state: State, params: Params): Stripe.ApiList<Stripe.PaymentIntent> {
  const rows = byFields(state.store.all('payment_intents'), params, ['customer'])
  return pageOf('/v1/payment_intents', byCreation(rows, params), params)
}

function listCharges(state: State, params: Params): Stripe.ApiList<Stripe.Charge> {
  const rows = byFields(state.store.all('charges'), params, ['customer', 'payment_intent'])
  return pageOf('/v1/charges', byCreation(rows, params), params)
}

function listRefunds(state: State, params: Params): Stripe.ApiList<Stripe.Refund> {
  const rows = byFields(state.store.all('refunds'), params, ['charge', 'payment_intent'])
  return pageOf('/v1/refunds', byCreation(rows, params), params)
}

function listDisputes(state: State, params: Params): Stripe.ApiList<Stripe.Dispute> {
  const rows = byFields(state.store.all('disputes'), params, ['charge', 'payment_intent'])
  return pageOf('/v1/disputes', byCreation(rows, params), params)
}

function listMovements(state: State, params: Params): Stripe.ApiList<Stripe.BalanceTransaction> {
  const rows = byFields(state.store.all('balance_transactions'), params, ['type', 'source', 'currency'])
  return pageOf('/v1/balance_transactions', byCreation(rows, params), params)
}

function listAccounts(state: State, params: Params): Stripe.ApiList<Stripe.Account> {
  return pageOf('/v1/accounts', state.store.all('accounts'), params)
}

function listTransfers(state: State, params: Params): Stripe.ApiList<Stripe.Transfer> {
  const rows = byFields(state.store.all('transfers'), params, ['destination', 'transfer_group'])
  return pageOf('/v1/transfers', byCreation(rows, params), params)
}

/** Without those that have ended, unless they are asked for. */
function listSubscriptions(state: State, params: Params): Stripe.ApiList<Stripe.Subscription> {
  const status = params.text('status')
  const rows = byFields(state.store.all('subscriptions'), params, ['customer']).filter((subscription) => {
    if (status === 'all') return true
    return status === undefined ? subscription.status !== 'canceled' : subscription.status === status
  })
  return pageOf('/v1/subscriptions', byCreation(rows, params), params)
}

function listInvoices(state: State, params: Params): Stripe.ApiList<Stripe.Invoice> {
  const subscription = params.text('subscription')
  const rows = byFields(state.store.all('invoices'), params, ['customer', 'status']).filter(
    (invoice) => subscription === undefined || subscriptionOf(invoice) === subscription,
  )
  return pageOf('/v1/invoices', byCreation(rows, params), params)
}

function listInvoicePayments(state: State, params: Params): Stripe.ApiList<Stripe.InvoicePayment> {
  const payment = params.child('payment')
  const intent = payment?.text('payment_intent')
  payment?.choice('type', ['payment_intent'])
  const rows = byFields(state.store.all('invoice_payments'), params, ['invoice', 'status']).filter(
    (row) => intent === undefined || row.payment.payment_intent === intent,
  )
  return pageOf('/v1/invoice_payments', byCreation(rows, params), params)
}

function listEvents(state: State, params: Params): Stripe.ApiList<Stripe.EventBase> {
  const types = params.list('types')
  const oldest = state.clock.seconds() - EVENT_SECONDS
  // What happens on connected accounts is in their own lists.
  const rows = byFields(state.store.all('events'), params, ['type']).filter(
    ({ type, created, account }) =>
      account === undefined && created >= oldest && (types.length === 0 || types.includes(type)),
  )
  const page = pageOf('/v1/events', byCreation(rows, params), params)
  return { ...page, data: page.data.map((event) => withPending(state, event)) }
}

function retrieveEvent(state: State, _: Params, id: string): Stripe.EventBase {
  const event = state.store.get('events', id)
  if (event.created < state.clock.seconds() - EVENT_SECONDS) throw missing('event', id)
  return withPending(state, event)
}

function withPending(state: State, event: Stripe.EventBase): Stripe.EventBase {
  return { ...event, pending_webhooks: state.store.find('deliveries', event.id) ? 1 : 0 }
}
