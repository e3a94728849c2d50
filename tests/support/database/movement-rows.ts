import { feesOf } from '#contract/fees.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertMovement, type Movement } from '#server/store/payments/movements.ts'

/** Inserts a payment of this price from France into the books, without a period. */
export async function insertPayment(
  db: Queryable,
  { price, occurred_at, ...changes }: { price: number; occurred_at: Date } & Partial<Movement>,
): Promise<void> {
  await insertMovement(db, {
    id: newId(occurred_at),
    provider: 'none',
    kind: 'payment',
    reference: newId(occurred_at),
    original_id: null,
    order_id: null,
    subscription_id: newId(occurred_at),
    creator_id: null,
    period: 'month',
    vat_country: 'FR',
    vat_percent: 20,
    occurred_at,
    is_demo: false,
    ...feesOf(price, 20),
    ...changes,
  })
}
