import type { UNAPPLIED_REASONS } from '#contract/payments.ts'
import type { Queryable } from '#server/db/connect.ts'
import { hasNotEnded } from '#server/store/visibility/subscribers.ts'

export type UnappliedReason = (typeof UNAPPLIED_REASONS)[number]

export interface UnappliedPayment {
  id: string
  reason: UnappliedReason
  state: 'refunding' | 'refunded' | 'failed' | 'untouched'
  provider: 'stripe' | 'sandbox'
  /** Of the payment at the provider. */
  reference: string
  charged: number
  currency: string
  order_id: string | null
  created_at: Date
}

/** Money on the same account that is not of this house, or not in euros: it is in no book. */
export interface ForeignPayment {
  id: string
  provider: 'stripe' | 'sandbox'
  reference: string
  reason: Extract<UnappliedReason, 'not_ours' | 'other_currency'>
  charged: number
  currency: string
  created_at: Date
}

/** Keeps it for staff, once. */
export async function insertForeignPayment(db: Queryable, foreign: ForeignPayment): Promise<void> {
  await db`insert into foreign_payments ${db(foreign)} on conflict do nothing`
}

export async function insertUnappliedPayment(
  db: Queryable,
  unapplied: { id: string; movement_id: string; reason: UnappliedReason; created_at: Date },
): Promise<void> {
  await db`insert into unapplied_payments ${db(unapplied)} on conflict do nothing`
}

/**
 * Sends back what a fan has paid this creator for time that has not passed, because the creator blocks them. Idempotent per
 * payment.
 */
export async function returnPaidPeriods(
  db: Queryable,
  { fan_id, creator_id }: { fan_id: string; creator_id: string },
  now: Date,
): Promise<void> {
  await db`
    insert into unapplied_payments (id, movement_id, reason, created_at)
    select gen_random_uuid(), m.id, 'blocked', ${now}
    from subscriptions s join movements m on m.subscription_id = s.id and m.kind = 'payment' and m.provider <> 'none'
    where s.fan_id = ${fan_id} and s.profile_id = ${creator_id} and s.refunded_at is null and ${hasNotEnded(db, 's', now)}
    on conflict do nothing`
}

/** Writes whether all of the money went back. A dispute that is won brings it here again. */
export async function setUnappliedState(
  db: Queryable,
  movement_id: string,
  refunded_at: Date | undefined,
): Promise<void> {
  const resolved_at = refunded_at ?? null
  await db`
    update unapplied_payments set resolved_at = ${resolved_at}, state = case
      when ${resolved_at}::timestamptz is not null then 'refunded' when state = 'refunded' then 'refunding' else state
    end
    where movement_id = ${movement_id}`
}

/** Counts an attempt to send the money back. After too many, somebody has to look. */
export async function countRefundAttempt(db: Queryable, id: string, attempts_max: number): Promise<void> {
  await db`
    update unapplied_payments set attempts = attempts + 1,
      state = case when attempts + 1 >= ${attempts_max} then 'failed' else state end
    where id = ${id} and state = 'refunding'`
}

/** Somebody has to look. What is sent back by other ways is seen all the same. */
export async function leaveToStaff(db: Queryable, id: string): Promise<void> {
  await db`update unapplied_payments set state = 'failed' where id = ${id} and state = 'refunding'`
}

function unapplied(db: Queryable) {
  return db`
    select u.id, u.reason, u.state, m.provider, m.reference, m.charged, 'eur' as currency, m.order_id, u.created_at
    from unapplied_payments u join movements m on m.id = u.movement_id`
}

/** What waits to be sent back, oldest first. */
export async function listToRefund(
  db: Queryable,
  provider: UnappliedPayment['provider'],
  limit: number,
): Promise<UnappliedPayment[]> {
  return await db<UnappliedPayment[]>`
    ${unapplied(db)} where u.state = 'refunding' and m.provider = ${provider} order by u.created_at, u.id limit ${limit}`
}

/** All of them, newest first, from a cursor on. */
export async function listUnappliedPayments(
  db: Queryable,
  { at, id }: { at: Date; id: string },
  limit: number,
): Promise<UnappliedPayment[]> {
  return await db<UnappliedPayment[]>`
    select * from (
      ${unapplied(db)}
      union all
      select id, reason, 'untouched' as state, provider, reference, charged, currency, null as order_id, created_at
      from foreign_payments
    ) each
    where (created_at, id) < (${at}, ${id}::uuid) order by created_at desc, id desc limit ${limit}`
}
