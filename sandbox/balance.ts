import type Stripe from 'stripe'
import { sum } from './amounts.ts'
import { moneyAtBanks } from './connect/connected-books.ts'
import { CURRENCY, type State } from './state.ts'
import { newId } from './store.ts'

interface Movement {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'transfer' | 'transfer_refund'
  /** `charge`, `refund`, `refund_failure`, `dispute`, `dispute_reversal`, `transfer` or `transfer_reversal`. */
  category: string
  /** Negative when money leaves. */
  amount: number
  /** Negative when the provider gives a fee back. */
  fee: number
  source: string
  description: string | null
}

export function addMovement(state: State, movement: Movement): Stripe.BalanceTransaction {
  const { type, category, amount, fee, source, description } = movement
  const created = state.clock.seconds()
  return state.store.put('balance_transactions', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: CURRENCY,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: CURRENCY, description: 'Processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  })
}

export function balanceOf(state: State): Stripe.Balance {
  return {
    object: 'balance',
    available: [{ amount: booksOf(state).net, currency: CURRENCY, source_types: { card: booksOf(state).net } }],
    livemode: false,
    pending: [{ amount: 0, currency: CURRENCY, source_types: { card: 0 } }],
  }
}

/** All money that the provider has moved, in cents. `charged - refunded - disputed - transferred - fees` is `net`. */
export interface SandboxBooks {
  charged: number
  /** Without refunds that have failed. */
  refunded: number
  /** Without disputes that were won. */
  disputed: number
  /** To the accounts of those who are paid, without what was taken back. */
  transferred: number
  /** Of what was transferred: what has gone on to the banks, also if it is still on its way. */
  at_banks: number
  fees: number
  /** What the provider owes the account. */
  net: number
  movements: number
}

export function booksOf(state: State): SandboxBooks {
  const all = state.store.all('balance_transactions')
  const of = (...types: string[]) => sum(all.filter(({ type }) => types.includes(type)).map(({ amount }) => amount))
  return {
    charged: of('charge'),
    // Without this, no refunds would be minus zero.
    refunded: 0 - of('refund', 'refund_failure'),
    disputed: 0 - of('adjustment'),
    transferred: 0 - of('transfer', 'transfer_refund'),
    at_banks: moneyAtBanks(state),
    fees: sum(all.map(({ fee }) => fee)),
    net: sum(all.map(({ net }) => net)),
    movements: all.length,
  }
}
