import { amountOf, centsOf } from '#contract/fees.ts'
import type { StaffOrder, UnappliedPayment } from '#contract/payments.ts'
import type { Shop } from '#server/domain/shop.ts'
import { invalid } from '#server/errors.ts'
import { cutPage, FIRST_PAGE, formatCursor, PAGE_ROWS, type Page, parseCursor } from '#server/paging.ts'
import { findMember } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { listOrders } from '#server/store/payments/order-list.ts'
import { listUnappliedPayments } from '#server/store/payments/unapplied-payments.ts'
import { markWholeRefund, unmarkWholeRefund } from '#server/store/payments/withdrawals.ts'
import { insertAuditEntryOnce } from '#server/store/staff/audit.ts'
import { giveBack } from './refund.ts'
import { findStaffOrder, presentStaffOrder } from './staff-order.ts'

interface OrderQuery {
  username?: string | undefined
  state?: 'withdrawal_asked' | undefined
}

export async function listStaffOrders(
  ctx: Pick<Shop, 'db'>,
  { username, state }: OrderQuery,
  cursor: string | undefined,
): Promise<Page<StaffOrder>> {
  const fan = username ? await findMember(ctx.db, username) : undefined
  if (username && !fan) return { items: [], cursor: undefined }
  const filter = { fan_id: fan?.id, withdrawal_asked: state === 'withdrawal_asked' }
  const { page, last } = cutPage(await listOrders(ctx.db, filter, parseCursor(cursor)))
  return { items: page.map(presentStaffOrder), cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}

export interface StaffRefund {
  /** Null for the command line. */
  staff_id: string | null
  order_id: string
  /** All that is left if it is missing. */
  amount?: string | undefined
  reason: string
  /** Of an order whose withdrawal was declined: whoever gives all of it back says that they know. */
  after_decline?: boolean | undefined
}

/**
 * Refunds an order, whole or in part. The entry of the audit log comes first: nothing is sent back without one. A refund that
 * is tried again, because the provider was away, has one entry. A whole refund and the decline of a withdrawal exclude each
 * other, see `declineWithdrawal`.
 */
export async function refundOrder(ctx: Shop, refund: StaffRefund): Promise<StaffOrder> {
  const { staff_id, order_id, amount, reason, after_decline = false } = refund
  const order = await findStaffOrder(ctx.db, order_id)
  const now = ctx.now()
  const cents = await giveBack(ctx, order, {
    cents: amount === undefined ? undefined : centsOf(amount),
    before: ({ cents, key, isWhole }) =>
      ctx.db.begin(async (db) => {
        if (isWhole && !(await markWholeRefund(db, order_id, { key, after_decline })))
          throw invalid('withdrawal', 'The withdrawal from this order was declined')
        const details = { order_id, cents, creator_id: order.creator_id }
        const { fan_id: user_id } = order
        const entry = { id: newId(now), staff_id, action: 'order_refunded' as const, user_id, reason, details }
        await insertAuditEntryOnce(db, { ...entry, created_at: now }, key)
      }),
    refused: ({ key }) => unmarkWholeRefund(ctx.db, order_id, key),
  })
  ctx.log.info({ order_id, cents }, 'an order was refunded')
  return presentStaffOrder(await findStaffOrder(ctx.db, order_id))
}

export async function listUnapplied(
  ctx: Pick<Shop, 'db'>,
  cursor: string | undefined,
): Promise<Page<UnappliedPayment>> {
  const rows = await listUnappliedPayments(ctx.db, parseCursor(cursor) ?? FIRST_PAGE, PAGE_ROWS)
  const { page, last } = cutPage(rows)
  const items = page.map(({ provider: _, charged, currency, created_at, ...row }) => ({
    ...row,
    charged: amountOf(charged),
    currency: currency.toUpperCase(),
    created_at: created_at.toISOString(),
  }))
  return { items, cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}
