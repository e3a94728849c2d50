import type Stripe from 'stripe'
import { sum } from '../amounts.ts'
import { CURRENCY, type State } from '../state.ts'
import { type ConnectedMovement, newId } from '../store.ts'

interface Moved {
  type: 'payment' | 'payment_refund' | 'payout' | 'payout_failure'
  /** Negative when money leaves the account. */
  amount: number
  source: string
  /** The payout to the bank that it is part of. */
  payout?: string
}

/** Money comes to an account of somebody who is paid, or leaves it. */
export function addConnectedMovement(state: State, account: string, moved: Moved): Stripe.BalanceTransaction {
  const { type, amount, source, payout = null } = moved
  const created = state.clock.seconds()
  const movement: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: CURRENCY,
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: type === 'payment' ? 'transfer' : type,
    source,
    status: 'available',
    type,
  }
  state.store.put('connected_movements', { id: movement.id, account, payout, movement })
  return movement
}

export function connectedBalance(state: State, account: string): number {
  return sum(movementsOf(state, account).map(({ movement }) => movement.amount))
}

/** What is on no way to the bank yet, oldest first. */
export function unpaidMovements(state: State, account: string): ConnectedMovement[] {
  return movementsOf(state, account).filter(({ payout }) => payout === null)
}

function movementsOf(state: State, account: string): ConnectedMovement[] {
  return state.store.filter('connected_movements', (row) => row.account === account)
}

/** What the banks of all accounts have, in cents. */
export function moneyAtBanks(state: State): number {
  const toBanks = ({ movement }: ConnectedMovement) => movement.type === 'payout' || movement.type === 'payout_failure'
  return 0 - sum(state.store.filter('connected_movements', toBanks).map(({ movement }) => movement.amount))
}
