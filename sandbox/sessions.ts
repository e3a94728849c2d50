import type Stripe from 'stripe'
import { lineAmounts, sum } from './amounts.ts'
import { invalid } from './api-error.ts'
import { attemptCharge, createIntent } from './charges.ts'
import { attachCard, newCard, newCustomer, outcomeOf } from './customers.ts'
import type { Params } from './params.ts'
import { createPrice, productName } from './products.ts'
import { CURRENCY, emit, type NextCard, type State } from './state.ts'
import { idOf, newId, type SessionPlan } from './store.ts'
import { startSubscription } from './subscriptions.ts'

const DAY_SECONDS = 24 * 60 * 60
const LEAST_SECONDS = 30 * 60
/** How the hosted page looks, and what it may ask for besides a card: nothing of it exists here. */
const IGNORED = [
  'adaptive_pricing',
  'allow_promotion_codes',
  'billing_address_collection',
  'branding_settings',
  'consent_collection',
  'custom_text',
  'customer_update',
  'payment_method_collection',
  'payment_method_options',
  'payment_method_types',
  'phone_number_collection',
  'saved_payment_method_options',
  'submit_type',
  'tax_id_collection',
  'wallet_options',
]

export function createSession(state: State, params: Params): Stripe.Checkout.Session {
  params.ignore(...IGNORED)
  params.choice('ui_mode', ['hosted_page'])
  for (const name of ['automatic_tax', 'invoice_creation'])
    if (params.child(name)?.flag('enabled')) throw invalid(`The stand-in has no ${name}.`, { param: name })
  const mode = params.choice('mode', ['payment', 'subscription'])
  if (!mode) throw invalid('Missing required param: mode.', { code: 'parameter_missing', param: 'mode' })
  const id = newId('cs_test')
  const plan = state.store.put('session_plans', readPlan(state, id, mode, params))
  const customer = params.text('customer') ?? null
  if (customer !== null) state.store.get('customers', customer, 'customer')
  const customer_email = params.text('customer_email') ?? null
  if (customer !== null && customer_email !== null)
    throw invalid('You may only specify one of these parameters: customer, customer_email.')
  const always = params.choice('customer_creation', ['always', 'if_required'])
  const created = state.clock.seconds()
  const session = newSession(state, plan, {
    id,
    mode,
    created,
    cancel_url: params.text('cancel_url') ?? null,
    client_reference_id: params.text('client_reference_id') ?? null,
    customer,
    customer_creation: customer === null ? (mode === 'subscription' ? 'always' : (always ?? 'if_required')) : null,
    customer_email,
    expires_at: readExpiry(params, created),
    locale: params.text('locale') ?? null,
    metadata: params.metadata(),
    success_url: params.needText('success_url'),
  })
  return state.store.put('sessions', session)
}

function readExpiry(params: Params, created: number): number {
  const expires_at = params.integer('expires_at') ?? created + DAY_SECONDS
  if (expires_at < created + LEAST_SECONDS || expires_at > created + DAY_SECONDS)
    throw invalid('The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.', {
      param: 'expires_at',
    })
  return expires_at
}

function readPlan(state: State, id: string, mode: 'payment' | 'subscription', params: Params): SessionPlan {
  const data = params.child(mode === 'payment' ? 'payment_intent_data' : 'subscription_data')
  data?.ignore('statement_descriptor', 'statement_descriptor_suffix', 'receipt_email', 'setup_future_usage')
  const lines = params.children('line_items').map((line) => readLine(state, mode, line))
  if (lines.length === 0) throw invalid('Missing required param: line_items.', { param: 'line_items' })
  return {
    id,
    lines: lines.map(({ item }) => item),
    tax_rates: lines.map(({ tax_rates }) => tax_rates),
    metadata: data?.metadata() ?? {},
    description: data?.text('description') ?? null,
  }
}

function readLine(state: State, mode: string, line: Params): { item: Stripe.LineItem; tax_rates: Stripe.TaxRate[] } {
  line.ignore('adjustable_quantity')
  const inline = line.child('price_data')
  const price = inline ? createPrice(state, inline, false) : state.store.get('prices', line.needText('price'), 'price')
  if ((mode === 'subscription') !== (price.recurring !== null))
    throw invalid(
      mode === 'payment'
        ? 'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.'
        : 'You must provide at least one recurring price in `subscription` mode when using prices.',
      { param: 'line_items' },
    )
  const tax_rates = line.list('tax_rates').map((rate) => state.store.get('tax_rates', rate, 'line_items[tax_rates]'))
  const quantity = line.has('quantity') ? line.needInteger('quantity', 1) : 1
  const amounts = lineAmounts((price.unit_amount ?? 0) * quantity, tax_rates)
  const item: Stripe.LineItem = {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amounts.subtotal,
    amount_tax: amounts.tax,
    amount_total: amounts.total,
    currency: CURRENCY,
    description: productName(state, price),
    metadata: {},
    price,
    quantity,
    taxes: amounts.taxes.map(({ rate, amount, taxable }) => ({
      amount,
      rate,
      taxability_reason: null,
      taxable_amount: taxable,
    })),
  }
  return { item, tax_rates }
}

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'mode'
  | 'created'
  | 'cancel_url'
  | 'client_reference_id'
  | 'customer'
  | 'customer_creation'
  | 'customer_email'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'success_url'
>

function newSession(state: State, plan: SessionPlan, facts: SessionFacts): Stripe.Checkout.Session {
  return {
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: sum(plan.lines.map((line) => line.amount_subtotal)),
    amount_total: sum(plan.lines.map((line) => line.amount_total)),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency: CURRENCY,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: facts.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: {
      amount_discount: 0,
      amount_shipping: 0,
      amount_tax: sum(plan.lines.map((line) => line.amount_tax)),
    },
    ui_mode: 'hosted_page',
    url: `${state.url}/pay/${facts.id}`,
    wallet_options: null,
    ...facts,
  }
}

export function expireSession(state: State, id: string): Stripe.Checkout.Session {
  const { status } = state.store.get('sessions', id)
  if (status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`)
  const expired = state.store.change('sessions', id, { status: 'expired', url: null })
  emit(state, 'checkout.session.expired', expired)
  return expired
}

export interface PageCard {
  number?: string | undefined
  next?: NextCard | undefined
}

/**
 * Somebody presses Pay. When the bank agrees, the session is complete; when it refuses, the session stays open with a
 * failed payment intent, and can be paid with another card. Returns whether the bank has agreed.
 */
export function paySession(state: State, id: string, entered: PageCard): boolean {
  const session = state.store.get('sessions', id)
  if (session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`)
  const plan = state.store.get('session_plans', id)
  const known = idOf(session.customer) ?? null
  const email = session.customer_email ?? (known ? state.store.get('customers', known).email : null)
  const country = plan.tax_rates.flat()[0]?.country ?? null
  const next = entered.next ?? state.next.cards.shift()
  const method = newCard(state, { number: entered.number, country, email, next })
  const intent = idOf(session.payment_intent) ?? openIntent(state, session, plan)
  if (outcomeOf(state, method.id) === 'declines') {
    attemptCharge(state, intent, method)
    // The only object that tells whose card was refused: a subscription begins with the first payment.
    state.store.change('payment_intents', intent, { metadata: plan.metadata })
    state.store.change('sessions', id, { payment_intent: intent })
    return false
  }
  const customer = known ?? (session.customer_creation === 'always' ? newCustomer(state, { email }).id : null)
  if (customer !== null) attachCard(state, customer, method.id)
  state.store.change('payment_intents', intent, { customer, metadata: intentMetadata(session, plan) })
  attemptCharge(state, intent, method)
  complete(state, session, { method, intent, email, customer })
  return true
}

/** Presses Pay on the page of a subscription, and leaves while the bank asks for a word: the subscription is incomplete. */
export function abandonSession(state: State, id: string): void {
  const session = state.store.get('sessions', id)
  if (session.status !== 'open' || session.mode !== 'subscription') throw invalid('This Checkout Session cannot wait.')
  const plan = state.store.get('session_plans', id)
  const email = session.customer_email ?? null
  const method = newCard(state, { number: undefined, country: null, email, next: undefined })
  const customer = idOf(session.customer) ?? newCustomer(state, { email }).id
  attachCard(state, customer, method.id)
  const intent = openIntent(state, session, plan)
  state.store.change('payment_intents', intent, { customer, status: 'requires_action' })
  const { subscription, invoice } = startSubscription(state, {
    plan,
    customer,
    method: method.id,
    intent,
    is_incomplete: true,
  })
  state.store.change('sessions', id, { customer, subscription: subscription.id, invoice: invoice.id })
}

function openIntent(state: State, session: Stripe.Checkout.Session, plan: SessionPlan): string {
  const intent = createIntent(state, {
    amount: session.amount_total ?? 0,
    customer: idOf(session.customer) ?? null,
    description: session.mode === 'payment' ? plan.description : 'Subscription creation',
    metadata: intentMetadata(session, plan),
  })
  return intent.id
}

/** The intent of a subscription belongs to its invoice, and carries no metadata of its own. */
function intentMetadata(session: Stripe.Checkout.Session, plan: SessionPlan): Record<string, string> {
  return session.mode === 'payment' ? plan.metadata : {}
}

interface Payment {
  method: Stripe.PaymentMethod
  intent: string
  email: string | null
  customer: string | null
}

function complete(state: State, session: Stripe.Checkout.Session, payment: Payment): void {
  const completed = state.store.change('sessions', session.id, {
    customer: payment.customer,
    customer_details: {
      address: payment.method.billing_details.address,
      business_name: null,
      email: payment.email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: 'paid',
    status: 'complete',
    url: null,
    ...sold(state, session, payment),
  })
  emit(state, 'checkout.session.completed', completed)
}

/** What the session has sold: a single payment, or a subscription with its first invoice. */
function sold(
  state: State,
  session: Stripe.Checkout.Session,
  { method, intent, customer }: Payment,
): Partial<Stripe.Checkout.Session> {
  if (session.mode === 'payment' || customer === null) return { payment_intent: intent }
  const plan = state.store.get('session_plans', session.id)
  const { subscription, invoice } = startSubscription(state, { plan, customer, method: method.id, intent })
  return { payment_intent: null, subscription: subscription.id, invoice: invoice.id }
}
