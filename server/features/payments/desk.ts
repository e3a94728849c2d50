import { amountOf, centsOf } from '#contract/fees.ts'
import type { StaffOrder, UnappliedPayment } from '#contract/payments.ts'
import type { Shop } from '#server/domain/shop.ts'
import { notFound } from '#server/errors.ts'
import { cutPage, FIRST_PAGE, formatCursor, PAGE_ROWS, type Page, parseCursor } from '#server/paging.ts'
import { findMember } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { listOrders, type StaffOrderRow } from '#server/store/payments/order-list.ts'
import { listUnappliedPayments } from '#server/store/payments/unapplied-payments.ts'
import { insertAuditEntryOnce } from '#server/store/staff/audit.ts'
import { giveBack } from './refund.ts'

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

function presentStaffOrder(order: StaffOrderRow): StaffOrder {
  const { id, state, fan, creator, period, charged, refunded, vat_country, created_at, withdrawal_asked_at } = order
  return {
    id,
    state,
    fan,
    creator,
    period,
    charged: amountOf(charged),
    refunded: amountOf(refunded),
    country: vat_country,
    created_at: created_at.toISOString(),
    withdrawal_asked_at: withdrawal_asked_at?.toISOString() ?? null,
  }
}

export interface StaffRefund {
  /** Null for the command line. */
  staff_id: string | null
  order_id: string
  /** All that is left if it is missing. */
  amount?: string | undefined
  reason: string
}

/**
 * Refunds an order, whole or in part. The entry of the audit log comes first: nothing is sent back without one. A refund that
 * is tried again, because the provider was away, has one entry.
 */
export async function refundOrder(ctx: Shop, { staff_id, order_id, amount, reason }: StaffRefund): Promise<StaffOrder> {
  const order = await findStaffOrder(ctx, order_id)
  const now = ctx.now()
  const cents = await giveBack(ctx, order, {
    cents: amount === undefined ? undefined : centsOf(amount),
    before: (cents, key) =>
      insertAuditEntryOnce(
        ctx.db,
        {
          id: newId(now),
          staff_id,
          action: 'order_refunded',
          user_id: order.fan_id,
          reason,
          details: { order_id, cents, creator_id: order.creator_id },
          created_at: now,
        },
        key,
      ),
  })
  ctx.log.info({ order_id, cents }, 'an order was refunded')
  return presentStaffOrder(await findStaffOrder(ctx, order_id))
}

async function findStaffOrder(ctx: Pick<Shop, 'db'>, id: string): Promise<StaffOrderRow> {
  const [order] = await listOrders(ctx.db, { id })
  if (!order) throw notFound()
  return order
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
