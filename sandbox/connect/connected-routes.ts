import type Stripe from 'stripe'
import { missing } from '../api-error.ts'
import { byCreation, byFields, pageOf } from '../lists.ts'
import type { Params } from '../params.ts'
import { CURRENCY, type State } from '../state.ts'
import { connectedBalance } from './connected-books.ts'

/** A call on behalf of a connected account. */
type Handler = (state: State, account: string, params: Params, id: string) => object

/** Every call that the stand-in knows with the header Stripe-Account. `:id` is one part of a path. */
export const CONNECTED_ROUTES: Readonly<Record<string, Handler>> = {
  'GET /v1/balance': (state, account) => balanceOf(state, account),
  'GET /v1/balance_transactions': listMovements,
  'GET /v1/payouts': listPayouts,
  'GET /v1/payouts/:id': (state, account, _, id) => {
    const found = state.store.find('connected_payouts', id)
    if (found?.account !== account) throw missing('payout', id)
    return found.payout
  },
}

function balanceOf(state: State, account: string): Stripe.Balance {
  const amount = connectedBalance(state, account)
  return {
    object: 'balance',
    available: [{ amount, currency: CURRENCY, source_types: { card: amount } }],
    livemode: false,
    pending: [{ amount: 0, currency: CURRENCY, source_types: { card: 0 } }],
  }
}

function listMovements(state: State, account: string, params: Params): Stripe.ApiList<Stripe.BalanceTransaction> {
  const payout = params.text('payout')
  const own = state.store.filter(
    'connected_movements',
    (row) => row.account === account && (payout === undefined || row.payout === payout),
  )
  const rows = byFields(
    own.map(({ movement }) => movement),
    params,
    ['type', 'source', 'currency'],
  )
  return pageOf('/v1/balance_transactions', byCreation(rows, params), params)
}

function listPayouts(state: State, account: string, params: Params): Stripe.ApiList<Stripe.Payout> {
  const own = state.store.filter('connected_payouts', (row) => row.account === account)
  const rows = byFields(
    own.map(({ payout }) => payout),
    params,
    ['status', 'destination'],
  )
  return pageOf('/v1/payouts', byCreation(rows, params), params)
}
