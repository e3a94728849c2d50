import type Stripe from 'stripe'
import { feeOf } from './amounts.ts'
import { invalid } from './api-error.ts'
import { addMovement } from './balance.ts'
import { outcomeOf } from './customers.ts'
import type { Params } from './params.ts'
import { CURRENCY, emit, type State } from './state.ts'
import { idOf, newId } from './store.ts'

const DECLINED = 'Your card was declined.'

export interface NewIntent {
  amount: number
  customer: string | null
  description: string | null
  metadata: Record<string, string>
}

export function createIntent(state: State, facts: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi')
  const intent = state.store.put('payment_intents', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: facts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: state.clock.seconds(),
    currency: CURRENCY,
    customer: facts.customer,
    customer_account: null,
    description: facts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  })
  emit(state, 'payment_intent.created', intent)
  return intent
}

/** Asks the bank behind the card. Every attempt is a charge of its own; the intent holds the latest one. */
export function attemptCharge(state: State, intent_id: string, method: Stripe.PaymentMethod | undefined): boolean {
  const intent = state.store.get('payment_intents', intent_id)
  const outcome = method === undefined ? 'declines' : outcomeOf(state, method.id)
  const isPaid = outcome !== 'declines'
  if (method && outcome === 'pays_once') state.store.put('cards', { id: method.id, outcome: 'declines' })
  const charge = state.store.put('charges', newCharge(state, intent, method, isPaid))
  if (isPaid) emit(state, 'charge.succeeded', charge)
  else emit(state, 'charge.failed', charge)
  const settled = state.store.change('payment_intents', intent.id, {
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: isPaid ? null : paymentError(charge, method),
    latest_charge: charge.id,
    payment_method: isPaid ? (method?.id ?? null) : null,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
  })
  emit(state, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', settled)
  return isPaid
}

function paymentError(
  charge: Stripe.Charge,
  method: Stripe.PaymentMethod | undefined,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    charge: charge.id,
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: DECLINED,
    type: 'card_error',
    ...(method && { payment_method: method }),
  }
}

function newCharge(
  state: State,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | undefined,
  isPaid: boolean,
): Stripe.Charge {
  const id = newId('ch')
  const { amount, description } = intent
  const movement = isPaid
    ? addMovement(state, { type: 'charge', category: 'charge', amount, fee: feeOf(amount), source: id, description })
    : null
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: movement?.id ?? null,
    billing_details: method?.billing_details ?? { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: state.seller.toUpperCase(),
    captured: isPaid,
    created: state.clock.seconds(),
    currency: CURRENCY,
    customer: intent.customer,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : DECLINED,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: networkOutcome(isPaid),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method?.id ?? null,
    payment_method_details: method?.card ? { type: 'card', card: cardDetails(method.card, amount) } : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function networkOutcome(isPaid: boolean): Stripe.Charge.Outcome {
  return {
    advice_code: isPaid ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: isPaid ? null : '05',
    network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
    reason: isPaid ? null : 'generic_decline',
    risk_level: 'normal',
    seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: isPaid ? 'authorized' : 'issuer_declined',
  }
}

function cardDetails(card: Stripe.PaymentMethod.Card, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

/** The charge of a request that names one, or the latest charge of the payment intent that it names. */
export function namedCharge(state: State, params: Params): Stripe.Charge {
  const charge = params.text('charge')
  const intent = params.text('payment_intent')
  if (charge !== undefined) return state.store.get('charges', charge, 'charge')
  if (intent === undefined) throw invalid('One of the following params should be provided: payment_intent or charge.')
  const latest = idOf(state.store.get('payment_intents', intent, 'payment_intent').latest_charge)
  if (latest === undefined)
    throw invalid(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  return state.store.get('charges', latest)
}
