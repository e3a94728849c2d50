import type Stripe from 'stripe'
import { sum } from '../amounts.ts'
import { invalid } from '../api-error.ts'
import { CURRENCY, emit, previousAttributes, type State } from '../state.ts'
import { type FailureCode, newId } from '../store.ts'
import { distrustBank } from './accounts.ts'
import { addConnectedMovement, unpaidMovements } from './connected-books.ts'

/** An hour after money has come, or a bank was given, all that is there goes to the bank. A day later it arrives, or comes back. */
const WAIT_SECONDS = 60 * 60
const ARRIVAL_SECONDS = 24 * 60 * 60

/** When the next payout to the bank begins; null if there is nothing, or no bank that takes it. */
export function nextBankPayout(state: State, { id, payouts_enabled }: Stripe.Account): number | null {
  if (!payouts_enabled) return null
  const waiting = unpaidMovements(state, id).map(({ movement }) => movement)
  if (sum(waiting.map(({ amount }) => amount)) <= 0) return null
  const since = state.store.find('banks', id)?.since ?? 0
  return Math.max(since, ...waiting.map(({ created }) => created)) + WAIT_SECONDS
}

/** Sends everything that is there to the bank. */
export function beginBankPayout(state: State, account: string): void {
  const waiting = unpaidMovements(state, account)
  const amount = sum(waiting.map(({ movement }) => movement.amount))
  const id = newId('po')
  for (const row of waiting) state.store.change('connected_movements', row.id, { payout: id })
  const movement = addConnectedMovement(state, account, { type: 'payout', amount: -amount, source: id, payout: id })
  const created = state.clock.seconds()
  const bank = state.store.get('accounts', account).external_accounts?.data[0]?.id ?? null
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + ARRIVAL_SECONDS,
    automatic: true,
    balance_transaction: movement.id,
    created,
    currency: CURRENCY,
    description: 'STRIPE PAYOUT',
    destination: bank,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  state.store.put('connected_payouts', { id, account, payout })
  emit(state, 'payout.created', payout, { account })
}

/** When the bank answers. */
export function bankAnswerOf({ payout }: { payout: Stripe.Payout }): number | null {
  return payout.status === 'in_transit' ? payout.arrival_date : null
}

/** The bank has the money, or sends it back if it was told so. */
export function endBankPayout(state: State, id: string): void {
  const { account } = state.store.get('connected_payouts', id)
  const code = state.store.find('banks', account)?.failure_code ?? null
  if (code !== null) return void failBankPayout(state, id, code)
  const paid = change(state, id, { status: 'paid' })
  emit(state, 'payout.paid', paid, { account })
}

/** The money comes back to the account: instead of arriving, or days after it has arrived. */
export function failBankPayout(state: State, id: string, failure_code: FailureCode): Stripe.Payout {
  const { account, payout } = state.store.get('connected_payouts', id)
  if (payout.status === 'failed') throw invalid(`Payout ${id} has failed already.`)
  const movement = addConnectedMovement(state, account, { type: 'payout_failure', amount: payout.amount, source: id })
  const failed = change(state, id, {
    status: 'failed',
    failure_balance_transaction: movement.id,
    failure_code,
    failure_message: `The bank has sent the money back: ${failure_code}.`,
  })
  emit(state, 'payout.failed', failed, { account, previous: previousAttributes(payout, failed) })
  distrustBank(state, account)
  return failed
}

function change(state: State, id: string, changes: Partial<Stripe.Payout>): Stripe.Payout {
  const { payout } = state.store.get('connected_payouts', id)
  return state.store.change('connected_payouts', id, { payout: { ...payout, ...changes } }).payout
}
