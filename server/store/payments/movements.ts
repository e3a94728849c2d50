import type { Fees } from '#contract/fees.ts'
import type { PERIODS } from '#contract/money.ts'
import type { Queryable } from '#server/db/connect.ts'

export type Period = (typeof PERIODS)[number]
export type MovementKind = 'payment' | 'refund' | 'dispute' | 'dispute_won' | 'transfer' | 'payout' | 'adjustment'

/** What names a movement at its provider. There is one row for it. */
export interface MovementKey {
  /** `none` for what was recorded without a provider, `manual` for what the operator paid at the bank. */
  provider: 'none' | 'stripe' | 'sandbox' | 'manual'
  kind: MovementKind
  reference: string
}

/** One movement of money, in whole cents: what a fan paid is positive, what goes back is negative. */
export interface Movement extends MovementKey, Fees {
  id: string
  /** The payment that a refund or a dispute reverses. */
  original_id: string | null
  order_id: string | null
  /** The period that was bought; null for money that opened nothing. */
  subscription_id: string | null
  /** Null for money that is no creator's. */
  creator_id: string | null
  period: Period | null
  vat_country: string | null
  vat_percent: number | null
  /** The time of the provider. */
  occurred_at: Date
  is_demo: boolean
}

function movementColumns(db: Queryable) {
  return db`id, provider, kind, reference, original_id, order_id, subscription_id, creator_id, period, vat_country,
    vat_percent::float8 as vat_percent, price, vat, charged, platform_fee, banking_fee, net, occurred_at, is_demo`
}

/**
 * Idempotent per provider, kind and reference: true only for the first row, also if two requests arrive at the same time.
 * `booked_at` is the time of this server: the month of the books to which the movement belongs.
 */
export async function insertMovementOnce(db: Queryable, movement: Movement, booked_at: Date): Promise<boolean> {
  const inserted = await db`insert into movements ${db({ ...movement, booked_at })} on conflict do nothing returning 1`
  return inserted.length > 0
}

/** Books a movement that is not there yet. Fails if another one has its reference: money that is silently left out is lost. */
export async function insertMovement(db: Queryable, movement: Movement, booked_at: Date): Promise<void> {
  await db`insert into movements ${db({ ...movement, booked_at })}`
}

/** Books several, in one statement. */
export async function insertMovements(db: Queryable, movements: readonly Movement[], booked_at: Date): Promise<void> {
  const rows = movements.map((movement) => ({ ...movement, booked_at }))
  if (rows.length > 0) await db`insert into movements ${db(rows)}`
}

export async function findMovement(
  db: Queryable,
  { provider, kind, reference }: MovementKey,
): Promise<Movement | undefined> {
  const [movement] = await db<Movement[]>`
    select ${movementColumns(db)} from movements
    where provider = ${provider} and kind = ${kind} and reference = ${reference}`
  return movement
}

/** What was given back of a payment, oldest first. Locks the payment, so that no two of them are booked at the same time. */
export async function lockReversals(db: Queryable, payment_id: string): Promise<Movement[]> {
  await db`select 1 from movements where id = ${payment_id} for no key update`
  return await db<Movement[]>`
    select ${movementColumns(db)} from movements where original_id = ${payment_id} order by occurred_at, id`
}

/** A payment that was recorded without a provider. The fan is null if their account is erased. */
export interface KnownPayment {
  subscription_id: string
  fan_id: string | null
  creator_id: string
  period: Period
  price: number
  vat_country: string
}

export async function findRecordedPayment(db: Queryable, reference: string): Promise<KnownPayment | undefined> {
  const [known] = await db<KnownPayment[]>`
    select m.subscription_id, s.fan_id, m.creator_id, m.period, m.price, m.vat_country
    from movements m left join subscriptions s on s.id = m.subscription_id
    where m.provider = 'none' and m.kind = 'payment' and m.reference = ${reference}`
  return known
}

/** When an order was first paid, and whether all of its payments were given back. Undefined if it was never paid. */
export async function findOrderPayments(
  db: Queryable,
  order_id: string,
): Promise<{ paid_at: Date; is_refunded: boolean } | undefined> {
  const [row] = await db<{ paid_at: Date | null; is_refunded: boolean }[]>`
    select min(p.occurred_at) as paid_at, coalesce(bool_and(p.charged + r.charged <= 0), false) as is_refunded
    from movements p
      cross join lateral (
        select coalesce(sum(charged), 0) as charged from movements where original_id = p.id
      ) r
    where p.order_id = ${order_id} and p.kind = 'payment'`
  return row?.paid_at ? { paid_at: row.paid_at, is_refunded: row.is_refunded } : undefined
}

/** Sums in cents. `gross` is what fans paid, the sum of the other four. */
export interface Sums {
  gross: number
  vat: number
  platform_fee: number
  banking_fee: number
  net: number
}

export interface PeriodSums extends Sums {
  /** In UTC, such as "2026-11". */
  month: string
  period: Period
  count: number
  is_demo: boolean
}

/** A payment that bought something. Only these are the revenues of a creator; money that opened nothing is sent back. */
function isSale(db: Queryable) {
  return db`kind = 'payment' and subscription_id is not null`
}

/** The revenues of a creator by month and period, oldest month first. */
export async function sumRevenues(db: Queryable, creator_id: string): Promise<PeriodSums[]> {
  return await db<PeriodSums[]>`
    select to_char(occurred_at at time zone 'UTC', 'YYYY-MM') as month, period, count(*) as count,
      bool_or(is_demo) as is_demo, ${sums(db)}
    from movements where creator_id = ${creator_id} and ${isSale(db)}
    group by 1, 2 order by 1, 2`
}

/** What was given back to the fans of a creator, and what they dispute or have won, in cents. */
export async function sumReversals(db: Queryable, creator_id: string): Promise<{ refunded: number; disputed: number }> {
  const [row] = await db<{ refunded: number; disputed: number }[]>`
    select coalesce(-sum(charged) filter (where kind in ('refund', 'adjustment')), 0) as refunded,
      coalesce(-sum(charged) filter (where kind in ('dispute', 'dispute_won')), 0) as disputed
    from movements where creator_id = ${creator_id} and kind <> 'payment' and original_id is not null`
  return row ?? { refunded: 0, disputed: 0 }
}

/** The sums of all payments to creators, and whether there are demo payments among them. */
export async function sumPayments(db: Queryable): Promise<Sums & { is_demo: boolean }> {
  const [all] = await db<(Sums & { is_demo: boolean })[]>`
    select coalesce(bool_or(is_demo), false) as is_demo, ${sums(db)} from movements where ${isSale(db)}`
  return all ?? { gross: 0, vat: 0, platform_fee: 0, banking_fee: 0, net: 0, is_demo: false }
}

/** PostgreSQL sums int4 columns as bigint, so they do not overflow. */
function sums(db: Queryable) {
  return db`
    coalesce(sum(charged), 0) as gross, coalesce(sum(vat), 0) as vat, coalesce(sum(platform_fee), 0) as platform_fee,
    coalesce(sum(banking_fee), 0) as banking_fee, coalesce(sum(net), 0) as net`
}

const ROWS_AT_ONCE = 1000

export interface ListedPayment extends Fees {
  period: Period
  paid_at: Date
  vat_country: string
  /** "25.50" */
  vat_percent: string
  is_demo: boolean
}

/** Keyset pagination over all payments to a creator, oldest first, because there can be more than fit into memory. */
export async function* listPayments(db: Queryable, creator_id: string): AsyncGenerator<ListedPayment[]> {
  let last: string | undefined
  do {
    // Payments are never deleted, so the last id of a page is a safe cursor.
    const after = last ? db`and (occurred_at, id) > (select occurred_at, id from movements where id = ${last})` : db``
    const page = await db<(ListedPayment & { id: string })[]>`
      select id, period, occurred_at as paid_at, vat_country, vat_percent, price, vat, charged, platform_fee, banking_fee,
        net, is_demo
      from movements where creator_id = ${creator_id} and ${isSale(db)} ${after}
      order by occurred_at, id limit ${ROWS_AT_ONCE}`
    yield page
    last = page[ROWS_AT_ONCE - 1]?.id
  } while (last)
}
