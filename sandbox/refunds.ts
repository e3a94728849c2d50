import type Stripe from 'stripe'
import { invalid } from './api-error.ts'
import { addMovement } from './balance.ts'
import { namedCharge } from './charges.ts'
import type { Params } from './params.ts'
import { CURRENCY, emit, type State } from './state.ts'
import { idOf, newId } from './store.ts'

/** Sends money back, all that is left or a part. It is never more than what was charged. */
export function createRefund(state: State, params: Params): Stripe.Refund {
  const charge = namedCharge(state, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.has('amount') ? params.needInteger('amount', 1) : left
  if (!charge.paid) throw invalid(`Charge ${charge.id} has not been paid.`, { param: 'charge' })
  if (state.store.all('disputes').some((dispute) => dispute.charge === charge.id && dispute.status !== 'won'))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left)
    throw invalid(`Refund amount (€${amount / 100}) is greater than unrefunded amount on charge (€${left / 100})`, {
      param: 'amount',
    })
  const outcome = state.next.refunds.shift() ?? 'succeeded'
  const id = newId('re')
  const movement = addMovement(state, {
    type: 'refund',
    category: 'refund',
    amount: -amount,
    fee: 0,
    source: id,
    description: charge.description,
  })
  const refund = state.store.put('refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: state.clock.seconds(),
    currency: CURRENCY,
    customer: charge.customer,
    customer_account: null,
    metadata: params.metadata(),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: outcome === 'succeeded' ? 'succeeded' : 'pending',
    transfer_reversal: null,
  })
  emit(state, 'refund.created', refund)
  const refunded = countRefunded(state, charge.id)
  emit(state, 'charge.refunded', refunded)
  return outcome === 'failed' ? endRefund(state, refund.id, 'failed') : refund
}

/** The bank answers about a refund that was pending. One that has failed brings the money back. */
export function endRefund(state: State, id: string, status: 'succeeded' | 'failed'): Stripe.Refund {
  const before = state.store.get('refunds', id)
  if (before.status !== 'pending') throw invalid(`Refund ${id} is not pending.`)
  if (status === 'succeeded') {
    const done = state.store.change('refunds', id, { status })
    emit(state, 'refund.updated', done)
    emit(state, 'charge.refund.updated', done)
    return done
  }
  const movement = addMovement(state, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount: before.amount,
    fee: 0,
    source: id,
    description: 'REFUND FAILURE',
  })
  const failed = state.store.change('refunds', id, {
    status,
    failure_balance_transaction: movement.id,
    failure_reason: 'expired_or_canceled_card',
  })
  const charge = idOf(failed.charge)
  if (charge !== undefined) emit(state, 'charge.updated', countRefunded(state, charge))
  emit(state, 'refund.failed', failed)
  emit(state, 'charge.refund.updated', failed)
  return failed
}

/** The oldest first. */
export function refundsOf(state: State, charge: string): Stripe.Refund[] {
  return state.store.filter('refunds', (refund) => refund.charge === charge)
}

function countRefunded(state: State, charge: string): Stripe.Charge {
  const counted = refundsOf(state, charge).filter(({ status }) => status !== 'failed')
  const amount_refunded = counted.reduce((total, { amount }) => total + amount, 0)
  const { amount } = state.store.get('charges', charge)
  return state.store.change('charges', charge, { amount_refunded, refunded: amount_refunded === amount })
}
