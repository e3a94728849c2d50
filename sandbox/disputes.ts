import type Stripe from 'stripe'
import { DISPUTE_FEE } from './amounts.ts'
import { invalid } from './api-error.ts'
import { addMovement } from './balance.ts'
import { CURRENCY, emit, type State } from './state.ts'
import { newId } from './store.ts'

const ANSWER_SECONDS = 20 * 24 * 60 * 60

/** The bank of a fan takes a charge back. The money and a fee leave the balance at once. */
export function openDispute(state: State, charge_id: string, cents?: number): Stripe.Dispute {
  const charge = state.store.get('charges', charge_id, 'charge')
  const left = charge.amount - charge.amount_refunded
  const amount = cents ?? left
  if (!charge.paid || charge.disputed || amount <= 0 || amount > left)
    throw invalid(`Charge ${charge_id} cannot be disputed for ${amount} cents.`)
  const id = newId('du')
  const created = state.clock.seconds()
  const movement = addMovement(state, {
    type: 'adjustment',
    category: 'dispute',
    amount: -amount,
    fee: DISPUTE_FEE,
    source: id,
    description: `Chargeback withdrawal for ${charge_id}`,
  })
  const dispute = state.store.put('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [movement],
    charge: charge_id,
    created,
    currency: CURRENCY,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: created + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  })
  state.store.change('charges', charge_id, { disputed: true })
  emit(state, 'charge.dispute.created', dispute)
  emit(state, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** A dispute that is won brings back the money and the fee. */
export function closeDispute(state: State, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const before = state.store.get('disputes', id)
  if (before.status === 'won' || before.status === 'lost') throw invalid('This dispute is already closed.')
  if (status === 'lost') {
    const lost = state.store.change('disputes', id, { status })
    emit(state, 'charge.dispute.closed', lost)
    return lost
  }
  const movement = addMovement(state, {
    type: 'adjustment',
    category: 'dispute_reversal',
    amount: before.amount,
    fee: -DISPUTE_FEE,
    source: id,
    description: 'Chargeback reversal',
  })
  const won = state.store.change('disputes', id, {
    status,
    balance_transactions: [...before.balance_transactions, movement],
  })
  emit(state, 'charge.dispute.funds_reinstated', won)
  emit(state, 'charge.dispute.closed', won)
  return won
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}
