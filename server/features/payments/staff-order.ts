import { amountOf } from '#contract/fees.ts'
import type { StaffOrder } from '#contract/payments.ts'
import type { Queryable } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { listOrders, type StaffOrderRow } from '#server/store/payments/order-list.ts'

export async function findStaffOrder(db: Queryable, id: string): Promise<StaffOrderRow> {
  const [order] = await listOrders(db, { id })
  if (!order) throw notFound()
  return order
}

export function presentStaffOrder(order: StaffOrderRow): StaffOrder {
  const { id, state, fan, creator, period, charged, refunded, vat_country, created_at } = order
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
    withdrawal_asked_at: order.withdrawal_asked_at?.toISOString() ?? null,
    withdrawal_declined_at: order.withdrawal_declined_at?.toISOString() ?? null,
    withdrawal_answer: order.withdrawal_answer,
  }
}
