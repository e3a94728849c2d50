import type { Queryable } from '#server/db/connect.ts'
import { isVerifiedCreator } from '#server/store/verifications.ts'
import { isNotFrozen } from '#server/store/visibility/people.ts'
import { type Payout, payoutColumns } from './payouts.ts'

type Provider = 'stripe' | 'sandbox'

/** A payout that a provider is to send now, and to which account. */
export interface DuePayout {
  id: string
  creator_id: string
  account: string
}

/**
 * Takes the payout that has been due for longest, and sets the time of its next attempt: two processes never send the same one at
 * the same time (`skip locked`), and one whose process is killed is taken again. Payouts to whoever is frozen or no longer verified,
 * has no account that is ready, or has just changed it, wait.
 */
export async function takeDuePayout(
  db: Queryable,
  provider: Provider,
  now: Date,
  { first_wait_ms, max_wait_ms }: { first_wait_ms: number; max_wait_ms: number },
): Promise<DuePayout | undefined> {
  const [payout] = await db<DuePayout[]>`
    update payouts p set attempts = p.attempts + 1,
      next_attempt_at = ${now}::timestamptz
        + least(${first_wait_ms}::float8 * power(2, least(p.attempts, 30)), ${max_wait_ms}::float8) * interval '1 ms'
    from (
      select p.id, y.reference
      from payouts p join payees y on y.creator_id = p.creator_id left join users u on u.id = p.creator_id
      where p.state = 'asked' and p.provider = ${provider} and p.next_attempt_at <= ${now}
        and y.provider = ${provider} and y.is_ready and ${isNotFrozen(db, 'u')}
        and (y.held_until is null or y.held_until <= ${now}) and ${isVerifiedCreator(db, 'p.creator_id', now)}
      order by p.next_attempt_at, p.asked_at, p.id limit 1 for update of p skip locked
    ) due
    where p.id = due.id
    returning p.id, p.creator_id, due.reference as account`
  return payout
}

/** Says to staff why a payout was not sent. The next attempt is planned already. */
export async function notePayoutProblem(db: Queryable, id: string, note: string): Promise<void> {
  await db`update payouts set note = ${note} where id = ${id} and state = 'asked'`
}

export async function findPayoutByReference(
  db: Queryable,
  provider: Provider,
  reference: string,
): Promise<Payout | undefined> {
  const [payout] = await db<Payout[]>`
    select ${payoutColumns(db)} from payouts p where p.provider = ${provider} and p.reference = ${reference}`
  return payout
}

/** What was sent and can still change: also what was paid since then, because banks return money days later. Oldest first. */
export async function listRunningPayouts(
  db: Queryable,
  provider: Provider,
  since: Date,
  creator_id: string | null = null,
): Promise<string[]> {
  const rows = await db<{ reference: string }[]>`
    select reference from payouts
    where provider = ${provider} and reference is not null
      and (state = 'sent' or (state = 'paid' and ended_at >= ${since}))
      and (${creator_id}::uuid is null or creator_id = ${creator_id})
    order by asked_at, id`
  return rows.map(({ reference }) => reference)
}
