import type Stripe from 'stripe'
import { ApiError, invalid } from '../api-error.ts'
import { addMovement, booksOf } from '../balance.ts'
import type { Params } from '../params.ts'
import { CURRENCY, emit, listOf, previousAttributes, type State } from '../state.ts'
import { newId } from '../store.ts'
import { addConnectedMovement, connectedBalance } from './connected-books.ts'

/** Moves money of the house to an account. It is there at once; the bank comes later. */
export function createTransfer(state: State, params: Params): Stripe.Transfer | ApiError {
  const amount = params.needInteger('amount', 1)
  const account = state.store.get('accounts', params.needText('destination'), 'destination')
  if (params.needText('currency') !== CURRENCY) throw invalid(`The stand-in only knows ${CURRENCY}.`)
  params.choice('source_type', ['card'])
  const [transfer_group, description] = [params.text('transfer_group') ?? null, params.text('description') ?? null]
  const metadata = params.metadata()
  if (account.capabilities?.transfers !== 'active')
    throw invalid('Your destination account needs to have the transfers capability enabled.', {
      code: 'insufficient_capabilities_for_transfer',
    })
  // The provider remembers this answer under the idempotency key, as any that comes from doing the work.
  if (booksOf(state).net < amount)
    return new ApiError(400, {
      type: 'invalid_request_error',
      code: 'balance_insufficient',
      message: 'You have insufficient available funds in your Stripe account.',
    })
  const id = newId('tr')
  const movement = addMovement(state, {
    ...{ type: 'transfer', category: 'transfer', amount: -amount, fee: 0, source: id, description },
  })
  const payment = newId('py')
  addConnectedMovement(state, account.id, { type: 'payment', amount, source: payment })
  const transfer = state.store.put('transfers', {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: state.clock.seconds(),
    currency: CURRENCY,
    description,
    destination: account.id,
    destination_payment: payment,
    livemode: false,
    metadata,
    reversals: listOf<Stripe.TransferReversal>(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group,
  })
  emit(state, 'transfer.created', transfer)
  return transfer
}

/** Takes money back from an account, as far as it is still there and not on its way to the bank. */
export function reverseTransfer(state: State, id: string, params: Params): Stripe.TransferReversal {
  const before = state.store.get('transfers', id)
  const left = before.amount - before.amount_reversed
  const amount = params.has('amount') ? params.needInteger('amount', 1) : left
  const metadata = params.metadata()
  const account = String(before.destination)
  if (left === 0) throw invalid(`Transfer ${id} is already fully reversed.`)
  if (amount > left) throw invalid(`The reversal is greater than what is left of transfer ${id}.`, { param: 'amount' })
  if (connectedBalance(state, account) < amount)
    throw invalid('The account has insufficient funds to cover the reversal.', { code: 'balance_insufficient' })
  const reversal_id = newId('trr')
  const movement = addMovement(state, {
    ...{ type: 'transfer_refund', category: 'transfer_reversal', amount, fee: 0, source: id, description: null },
  })
  const refund = newId('pyr')
  addConnectedMovement(state, account, { type: 'payment_refund', amount: -amount, source: refund })
  const reversal: Stripe.TransferReversal = {
    id: reversal_id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement.id,
    created: state.clock.seconds(),
    currency: CURRENCY,
    destination_payment_refund: refund,
    metadata,
    source_refund: null,
    transfer: id,
  }
  const after = state.store.change('transfers', id, {
    amount_reversed: before.amount_reversed + amount,
    reversals: { ...before.reversals, data: [reversal, ...before.reversals.data] },
    reversed: amount === left,
  })
  emit(state, 'transfer.reversed', after, { previous: previousAttributes(before, after) })
  return reversal
}
