import type { StaffOrder } from '#contract/payments.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import type { Shop } from '#server/domain/shop.ts'
import { invalid } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import type { StaffOrderRow } from '#server/store/payments/order-list.ts'
import { lockWhoWithdraws, markWithdrawalDeclined } from '#server/store/payments/withdrawals.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { findStaffOrder, presentStaffOrder } from './staff-order.ts'

export interface Decline {
  /** Null for the command line. */
  staff_id: string | null
  order_id: string
  /** The fan reads it. */
  reason: string
}

/**
 * Declines a withdrawal that waits for staff: the fan keeps the ticket, and is told why in the product and by mail. Either
 * this or a whole refund: whichever marks the order first. Repeated with the same reason it changes nothing.
 */
export async function declineWithdrawal(ctx: Shop, { staff_id, order_id, ...words }: Decline): Promise<StaffOrder> {
  const reason = words.reason.trim()
  const order = await findStaffOrder(ctx.db, order_id)
  const { fan_id, creator_id } = order
  const now = ctx.now()
  const isDeclined = await ctx.db.begin(async (db) => {
    const isThere = await lockWhoWithdraws(db, fan_id)
    if (!(await markWithdrawalDeclined(db, order_id, { answer: isThere ? reason : null, now }))) return false
    await insertAuditEntry(db, {
      id: newId(now),
      staff_id,
      action: 'withdrawal_declined',
      user_id: fan_id,
      reason,
      details: { order_id, creator_id },
      created_at: now,
    })
    const details = { creator_id, reason }
    if (isThere)
      await notify(db, [{ id: newId(now), user_id: fan_id, kind: 'withdrawal_declined', details, created_at: now }])
    return true
  })
  const present = await findStaffOrder(ctx.db, order_id)
  if (isDeclined) {
    ctx.live.publish({ kind: 'subscriptions_changed', user_ids: [fan_id] })
    await publishNotices(ctx, [fan_id])
    ctx.log.info({ order_id }, 'a withdrawal was declined')
  } else if (present.withdrawal_declined_at === null || present.withdrawal_answer !== reason) {
    throw invalid('withdrawal', problemOf(present))
  }
  return presentStaffOrder(present)
}

function problemOf({ state, withdrawal_asked_at, withdrawal_declined_at, whole_refund }: StaffOrderRow): string {
  if (state === 'refunded' || (state === 'paid' && whole_refund !== null)) return 'This order is being refunded'
  if (withdrawal_declined_at !== null) return 'This withdrawal was declined before, with another reason'
  return withdrawal_asked_at === null ? 'Nobody has asked to withdraw from this order' : 'This order is not paid'
}
