import type { Fees } from '#contract/fees.ts'
import type { PERIODS } from '#contract/money.ts'
import type { Queryable } from '#server/db/connect.ts'

export type Period = (typeof PERIODS)[number]

/** How one payment is split, in whole cents. */
export interface LedgerRow extends Fees {
  id: string
  payment_reference: string
  subscription_id: string
  creator_id: string
  period: Period
  paid_at: Date
  vat_country: string
  vat_percent: number
  is_demo: boolean
}

/** Idempotent per `payment_reference`: true only for the first row, also if two requests arrive at the same time. */
export async function insertLedgerRow(db: Queryable, row: LedgerRow): Promise<boolean> {
  const { id, payment_reference, subscription_id, creator_id, period, paid_at, is_demo } = row
  const { price, vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net } = row
  const inserted = await db`
    insert into ledger (
      id, payment_reference, subscription_id, creator_id, period, paid_at, is_demo,
      price, vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net
    ) values (
      ${id}, ${payment_reference}, ${subscription_id}, ${creator_id}, ${period}, ${paid_at}, ${is_demo},
      ${price}, ${vat_country}, ${vat_percent}, ${vat}, ${charged}, ${platform_fee}, ${banking_fee}, ${net}
    )
    on conflict (payment_reference) do nothing
    returning 1`
  return inserted.length > 0
}

/** A recorded payment. The fan is null if their account is erased. */
export interface KnownPayment {
  subscription_id: string
  fan_id: string | null
  creator_id: string
  period: Period
  price: number
  vat_country: string
}

export async function findPayment(db: Queryable, payment_reference: string): Promise<KnownPayment | undefined> {
  const [known] = await db<KnownPayment[]>`
    select l.subscription_id, s.fan_id, l.creator_id, l.period, l.price, l.vat_country
    from ledger l left join subscriptions s on s.id = l.subscription_id
    where l.payment_reference = ${payment_reference}`
  return known
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

/** The revenues of a creator by month and period, oldest month first. */
export async function sumRevenues(db: Queryable, creator_id: string): Promise<PeriodSums[]> {
  return await db<PeriodSums[]>`
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month, period, count(*) as count,
      bool_or(is_demo) as is_demo, ${sums(db)}
    from ledger where creator_id = ${creator_id}
    group by 1, 2 order by 1, 2`
}

/** The sums of the whole ledger, and whether it contains demo payments. */
export async function sumLedger(db: Queryable): Promise<Sums & { is_demo: boolean }> {
  const [all] = await db<(Sums & { is_demo: boolean })[]>`
    select coalesce(bool_or(is_demo), false) as is_demo, ${sums(db)} from ledger`
  return all ?? { gross: 0, vat: 0, platform_fee: 0, banking_fee: 0, net: 0, is_demo: false }
}

/** PostgreSQL sums int4 columns as bigint, so they do not overflow. */
function sums(db: Queryable) {
  return db`
    coalesce(sum(charged), 0) as gross, coalesce(sum(vat), 0) as vat, coalesce(sum(platform_fee), 0) as platform_fee,
    coalesce(sum(banking_fee), 0) as banking_fee, coalesce(sum(net), 0) as net`
}

const ROWS_AT_ONCE = 1000

export type ListedPayment = Pick<LedgerRow, 'period' | 'paid_at' | 'vat_country' | 'is_demo' | keyof Fees> & {
  /** "25.50" */
  vat_percent: string
}

/** Keyset pagination over all payments to a creator, oldest first, because there can be more than fit into memory. */
export async function* listPayments(db: Queryable, creator_id: string): AsyncGenerator<ListedPayment[]> {
  let last: string | undefined
  do {
    // Payments are never deleted, so the last id of a page is a safe cursor.
    const after = last ? db`and (paid_at, id) > (select paid_at, id from ledger where id = ${last})` : db``
    const page = await db<(ListedPayment & { id: string })[]>`
      select id, period, paid_at, vat_country, vat_percent, price, vat, charged, platform_fee, banking_fee, net, is_demo
      from ledger where creator_id = ${creator_id} ${after} order by paid_at, id limit ${ROWS_AT_ONCE}`
    yield page
    last = page[ROWS_AT_ONCE - 1]?.id
  } while (last)
}
