import { settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { reachProvider, type Shop } from '#server/domain/shop.ts'
import { AppError, invalid } from '#server/errors.ts'
import { findMembershipOfOrder } from '#server/store/payments/memberships.ts'
import { findLastPayment } from '#server/store/payments/order-list.ts'
import type { Order } from '#server/store/payments/orders.ts'

interface GivenBack {
  /** All that is left if it is missing. */
  cents?: number | undefined
  /** Called before anything is sent back. */
  before?: (refund: Refund) => Promise<void>
  /** Called if the provider has understood it and does not do it. */
  refused?: (refund: Refund) => Promise<void>
}

interface Refund {
  cents: number
  /** Of this refund: after a failure the same one is tried again. */
  key: string
  isWhole: boolean
}

/**
 * Sends money of the last payment of an order back: all that is left, which ends the access and the renewal, or a part.
 * Returns the cents. What is booked is what the provider then says.
 */
export async function giveBack(
  ctx: Shop,
  order: Pick<Order, 'id'>,
  { cents, before, refused }: GivenBack = {},
): Promise<number> {
  const payment = await findLastPayment(ctx.db, order.id)
  if (!payment || payment.left <= 0) throw invalid('amount', 'Nothing is left of this payment')
  if (cents !== undefined && (cents < 1 || cents > payment.left))
    throw invalid('amount', 'This is more than what is left of the payment')
  const isWhole = cents === undefined || cents === payment.left
  const membership = isWhole ? await findMembershipOfOrder(ctx.db, order.id) : undefined
  const known = await reachProvider(() => ctx.payments.findPayment(payment.reference))
  const refusals = known?.refunds.filter(({ state }) => state === 'failed').length ?? 0
  // The same refund of the same rest is the same one, so that a repeated request sends nothing back twice. After a refusal by
  // the bank it is another one.
  const parts = ['refund', payment.reference, payment.left, cents ?? payment.left, ...(refusals > 0 ? [refusals] : [])]
  const key = parts.join(' ')
  const refund = { cents: cents ?? payment.left, key, isWhole }
  await before?.(refund)
  try {
    // The renewal ends first, so that nothing is charged in between.
    if (membership) await reachProvider(() => ctx.payments.end(membership.reference))
    await reachProvider(() => ctx.payments.refund(payment.reference, isWhole ? { key } : { key, cents }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') await refused?.(refund)
    throw error
  }
  await reachProvider(() => settlePayment(ctx, payment.reference))
  if (membership) await reachProvider(() => syncMembership(ctx, membership.reference))
  return refund.cents
}
