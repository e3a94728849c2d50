import { feesOf } from '#contract/fees.ts'
import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertMovement, type Movement } from '#server/store/payments/movements.ts'

/** Inserts a payment of this price from France into the books, without a period. It is booked when it happens. */
export async function insertPayment(
  db: Queryable,
  { price, occurred_at, ...changes }: { price: number; occurred_at: Date } & Partial<Movement>,
): Promise<void> {
  const movement: Movement = {
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
  }
  await insertMovement(db, movement, occurred_at)
}

interface ManyPayments {
  creator_ids: readonly string[]
  /** Of each creator. The price of each is a cent higher, and three of them have the same time. */
  times: number
  start: Date
  /** How much later those of the next creator are, within about a year. */
  days_apart?: number
}

/** Inserts payments of a day in one statement. */
export async function insertManyPayments(db: Queryable, payments: ManyPayments): Promise<void> {
  const { creator_ids, times, start, days_apart = 0 } = payments
  const { price, vat, charged, platform_fee, banking_fee, net } = feesOf(799, 20)
  await db`
    insert into movements (
      id, reference, subscription_id, creator_id, period, occurred_at, booked_at, price, vat_country, vat_percent, vat,
      charged, platform_fee, banking_fee, net
    )
    select gen_random_uuid(), c.id || '-' || n, gen_random_uuid(), c.id, 'day', at, at, ${price}::int + n, 'FR', 20, ${vat},
      ${charged}::int + n, ${platform_fee}, ${banking_fee}, ${net}::int + n
    from unnest(${[...creator_ids]}::uuid[]) with ordinality c (id, place), generate_series(0, ${times}::int - 1) n,
      lateral (
        select ${start}::timestamptz + n / 3 * interval '1 minute 1 microsecond'
          + place * ${days_apart}::int % 360 * interval '1 day' as at
      ) t`
}
