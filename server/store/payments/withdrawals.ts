import type { Queryable } from '#server/db/connect.ts'
import { isNotErased } from '#server/store/visibility/people.ts'

/** The first time that a fan asks counts. */
export async function markWithdrawalAsked(db: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    update orders set withdrawal_asked_at = ${now} where id = ${id} and withdrawal_asked_at is null returning 1`
  return rows.length > 0
}

/**
 * Marks that all of an order is being given back, before the provider is asked: from then on nobody declines its withdrawal.
 * The key is that of the refund. False if the withdrawal was declined before, unless the refund is meant for afterwards.
 */
export async function markWholeRefund(
  db: Queryable,
  id: string,
  { key, after_decline }: { key: string; after_decline: boolean },
): Promise<boolean> {
  const rows = await db`
    update orders set whole_refund = coalesce(whole_refund, ${key})
    where id = ${id} and (withdrawal_declined_at is null or ${after_decline}) returning 1`
  return rows.length > 0
}

/** The provider has refused it. The mark of another refund stays. */
export async function unmarkWholeRefund(db: Queryable, id: string, key: string): Promise<void> {
  await db`update orders set whole_refund = null where id = ${id} and whole_refund = ${key}`
}

/** Locks the fan before any row of theirs, against an erasure. False if they are gone: nobody can be told any more. */
export async function lockWhoWithdraws(db: Queryable, fan_id: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${fan_id} and ${isNotErased(db, 'users')} for share`
  return rows.length > 0
}

/** False if no withdrawal of this order waits, or all of it is being given back. */
export async function markWithdrawalDeclined(
  db: Queryable,
  id: string,
  { answer, now }: { answer: string | null; now: Date },
): Promise<boolean> {
  const rows = await db`
    update orders set withdrawal_declined_at = ${now}, withdrawal_answer = ${answer}
    where id = ${id} and state = 'paid' and withdrawal_asked_at is not null and withdrawal_declined_at is null
      and whole_refund is null
    returning 1`
  return rows.length > 0
}
