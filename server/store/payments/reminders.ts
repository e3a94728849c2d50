import type { Queryable } from '#server/db/connect.ts'
import { GRACE_DAYS } from '#server/store/subscriptions/grace.ts'

/** Somebody to write to about a membership. */
export interface DueReminder {
  fan_id: string
  creator_id: string
  /** What is charged, in cents. */
  charged: number
  /** When it is charged; of a failed renewal when access ends. */
  at: Date
}

/** How long before a renewal the fan is reminded of it. */
const REMINDED_DAYS = 3
/** How long after a failed renewal the second mail is sent: a day before access ends. */
const SECOND_MAIL_DAYS = GRACE_DAYS - 1

/** Marks the memberships that renew soon, each once for a renewal, and returns them. Insert the notices in the same transaction. */
export async function takeRenewals(db: Queryable, now: Date): Promise<DueReminder[]> {
  return await db<DueReminder[]>`
    update memberships set reminded_for = period_ends_at
    where state = 'active' and renews and end_wanted_at is null and period_ends_at > ${now}
      and period_ends_at <= ${now}::timestamptz + make_interval(days => ${REMINDED_DAYS})
      and reminded_for is distinct from period_ends_at
    returning fan_id, creator_id, charged, period_ends_at as at`
}

/**
 * The same for renewals that failed: a mail at once, and one a day before access ends. The provider has begun the period
 * that was not paid, so access ends so many days after its beginning.
 */
export async function takeFailures(db: Queryable, now: Date, which: 'first' | 'second'): Promise<DueReminder[]> {
  const mark = db(which === 'first' ? 'failure_mailed_for' : 'second_failure_mailed_for')
  const days = which === 'first' ? 0 : SECOND_MAIL_DAYS
  return await db<DueReminder[]>`
    update memberships set ${mark} = period_ends_at
    where state = 'past_due' and renews and end_wanted_at is null
      and period_starts_at + make_interval(days => ${days}) <= ${now}
      and period_starts_at + make_interval(days => ${GRACE_DAYS}) > ${now}
      and ${mark} is distinct from period_ends_at
    returning fan_id, creator_id, charged, period_starts_at + make_interval(days => ${GRACE_DAYS}) as at`
}
