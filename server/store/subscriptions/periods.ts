import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import { blockedSince, hasNoDeletionRequest, isPresent } from '#server/store/visibility/people.ts'
import { later } from '#server/time.ts'

/** The fan, and the creator they subscribe to. */
interface Pair {
  fan_id: string
  profile_id: string
}

interface Period {
  id: string
  starts_at: Date
  expires_at: Date
}

interface StoredPeriod extends Period {
  is_paid: boolean
}

export interface NewSubscription extends Pair, Period {
  created_at: Date
}

export async function insertSubscription(db: Queryable, subscription: NewSubscription): Promise<void> {
  await db`
    insert into subscriptions
      ${db(subscription, 'id', 'fan_id', 'profile_id', 'starts_at', 'expires_at', 'created_at')}`
}

export interface PaidPeriod extends Pair {
  id: string
  paid_at: Date
  /** A PostgreSQL interval, such as "1 month". */
  length: string
}

/**
 * Appends a paid period after the fan's current access, or starts it now. Later periods are shifted to make room. It is
 * computed in UTC, so a day always has 24 hours. Undefined if the fan or the creator is unknown or soft deleted. The
 * row lock on the fan serialises concurrent payments, so that both count.
 */
export async function insertPaidPeriod(db: Queryable, paid: PaidPeriod): Promise<{ id: string } | undefined> {
  const { id, fan_id, profile_id, paid_at, length } = paid
  const [fan] =
    await db`select 1 from users where id = ${fan_id} and ${hasNoDeletionRequest(db, 'users')} for no key update`
  if (!fan) return undefined
  const starts_at = coveredUntil(await shiftOverlaps(db, paid, paid_at), paid_at)
  const [inserted] = await db<{ id: string }[]>`
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select ${id}, ${fan_id}, p.id, ${starts_at}::timestamptz,
      (${starts_at}::timestamptz at time zone 'UTC' + ${length}::interval) at time zone 'UTC', ${paid_at}
    from profiles p where p.id = ${profile_id} and ${isPresent(db, 'p.id')}
    returning id`
  await shiftOverlaps(db, paid, paid_at)
  return inserted
}

export interface Grant extends Pair {
  id: string
  days: number
  now: Date
}

/**
 * Grants access for a number of days of 24 hours, and returns its end. If the fan already has access, the days are
 * appended after all queued periods. The row lock on the fan serialises concurrent grants, so that both count.
 */
export async function grantSubscription(db: Queryable, grant: Grant): Promise<Date> {
  const { id, fan_id, profile_id, days, now } = grant
  await lockUser(db, fan_id)
  const periods = await shiftOverlaps(db, grant, now)
  const starts_at = coveredUntil(periods, now)
  const expires_at = later(starts_at, days * DAY_MS)
  // A paid period is never extended: granted days can be taken back, and paid ones cannot.
  const last = periods.find((period) => period.expires_at.getTime() === starts_at.getTime() && !period.is_paid)
  if (last) await db`update subscriptions set expires_at = ${expires_at} where id = ${last.id}`
  else await insertSubscription(db, { id, fan_id, profile_id, starts_at, expires_at, created_at: now })
  return coveredUntil(await shiftOverlaps(db, grant, now), now)
}

/**
 * Takes back what is left of the granted periods; false if nothing is left. Paid periods keep their length. One that was
 * queued behind granted days starts where these end, so that nobody waits for what they have paid. While the creator
 * blocks the fan, the subscription waits since the moment of the block, so it ends at that moment.
 */
export async function revokeGrants(db: Queryable, pair: Pair, now: Date): Promise<boolean> {
  await lockUser(db, pair.fan_id)
  const at = await waitingSince(db, pair, now)
  const periods = await shiftOverlaps(db, pair, at)
  if (periods.every(({ is_paid }) => is_paid)) return false
  let free = at
  let queue_end = at
  for (const { id, starts_at, expires_at, is_paid } of periods) {
    const isQueued = starts_at <= queue_end
    if (isQueued) queue_end = expires_at
    if (!is_paid && starts_at < at) await db`update subscriptions set expires_at = ${at} where id = ${id}`
    else if (!is_paid) await db`delete from subscriptions where id = ${id}`
    else if (starts_at <= at || !isQueued) free = expires_at
    else {
      const moved = { starts_at: free, expires_at: later(free, expires_at.getTime() - starts_at.getTime()) }
      await db`update subscriptions set ${db(moved)} where id = ${id}`
      free = moved.expires_at
    }
  }
  return true
}

/** The moment of the block if the creator blocks the fan, else now. */
async function waitingSince(db: Queryable, { fan_id, profile_id }: Pair, now: Date): Promise<Date> {
  const [row] = await db<
    { since: Date | null }[]
  >`select ${blockedSince(db, { by: profile_id, person: fan_id })} as since`
  return row?.since ?? now
}

/**
 * Gives a fan the time back that passed while the creator blocked them: the rest of the period that ran at that time starts
 * now, and what is queued behind it follows. Periods that ended before the block stay as they are.
 */
export async function resumePeriods(
  db: Queryable,
  pair: Pair,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await lockUser(db, pair.fan_id)
  let free = now
  for (const period of await shiftOverlaps(db, pair, since)) {
    const isRunning = period.starts_at <= since
    const left = period.expires_at.getTime() - (isRunning ? since : period.starts_at).getTime()
    const begins = isRunning || period.starts_at < free ? free : period.starts_at
    const starts_at = isRunning ? period.starts_at : begins
    const expires_at = later(begins, left)
    await db`update subscriptions set ${db({ starts_at, expires_at })} where id = ${period.id}`
    free = expires_at
  }
}

/**
 * Removes overlaps: a later period is shifted to the end of the earlier one and keeps its length. Returns the periods
 * that end after `at`, in order.
 */
async function shiftOverlaps(db: Queryable, { fan_id, profile_id }: Pair, at: Date): Promise<StoredPeriod[]> {
  const periods = await db<StoredPeriod[]>`
    select id, starts_at, expires_at,
      exists (select from ledger where ledger.subscription_id = subscriptions.id) as is_paid
    from subscriptions
    where fan_id = ${fan_id} and profile_id = ${profile_id} and expires_at > ${at}
    order by starts_at, id`
  for (const [index, period] of periods.entries()) {
    const overlap = (periods[index - 1]?.expires_at.getTime() ?? 0) - period.starts_at.getTime()
    if (overlap <= 0) continue
    period.starts_at = later(period.starts_at, overlap)
    period.expires_at = later(period.expires_at, overlap)
    const { id, starts_at, expires_at } = period
    await db`update subscriptions set ${db({ starts_at, expires_at })} where id = ${id}`
  }
  return periods
}

/** The end of continuous access from `at` on; `at` itself if there is none. */
function coveredUntil(periods: Period[], at: Date): Date {
  return periods.reduce((until, { starts_at, expires_at }) => (starts_at <= until ? expires_at : until), at)
}
