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
  created_at: Date
  order_id: string | null
  /** The time that was bought or granted, before the queue; null for rows of earlier versions. */
  entitled_from: Date | null
  entitled_until: Date | null
  /** When all of the money was given back: the period ends there. */
  refunded_at: Date | null
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

/** What a payment bought: this time, or as much time after the fan's present access. */
export interface PaidPeriod extends Pair {
  id: string
  paid_at: Date
  entitled_from: Date
  entitled_until: Date
  order_id: string | null
  membership_id: string | null
}

/**
 * Adds a paid period to the queue. Undefined if the fan or the creator is unknown or soft deleted. The row lock on the
 * fan serialises concurrent payments, so that both count.
 */
export async function insertPaidPeriod(db: Queryable, paid: PaidPeriod): Promise<Period | undefined> {
  const { id, fan_id, profile_id, paid_at, entitled_from, entitled_until, order_id, membership_id } = paid
  const [fan] =
    await db`select 1 from users where id = ${fan_id} and ${hasNoDeletionRequest(db, 'users')} for no key update`
  if (!fan) return undefined
  const inserted = await db`
    insert into subscriptions (
      id, fan_id, profile_id, starts_at, expires_at, created_at, entitled_from, entitled_until, order_id, membership_id
    )
    select ${id}, ${fan_id}, p.id, ${entitled_from}, ${entitled_until}, ${paid_at}, ${entitled_from}, ${entitled_until},
      ${order_id}::uuid, ${membership_id}::uuid
    from profiles p where p.id = ${profile_id} and ${isPresent(db, 'p.id')}
    returning 1`
  if (inserted.length === 0) return undefined
  return (await arrangePeriods(db, paid, entitled_from, id)).find((period) => period.id === id)
}

/** Ends a period that was given back, or takes that back. What is queued behind it moves up. */
export async function setRefunded(db: Queryable, id: string, refunded_at: Date | null): Promise<boolean> {
  const [changed] = await db<(Pair & { starts_at: Date })[]>`
    update subscriptions set refunded_at = ${refunded_at}
    where id = ${id} and refunded_at is distinct from ${refunded_at} returning fan_id, profile_id, starts_at`
  if (!changed) return false
  await lockUser(db, changed.fan_id)
  await arrangePeriods(db, changed, changed.starts_at)
  return true
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
  const periods = await arrangePeriods(db, grant, now)
  const starts_at = coveredUntil(periods, now)
  const expires_at = later(starts_at, days * DAY_MS)
  // A paid period is never extended: granted days can be taken back, and paid ones cannot.
  const last = periods.find((period) => period.expires_at.getTime() === starts_at.getTime() && !period.is_paid)
  if (last) await db`update subscriptions set expires_at = ${expires_at} where id = ${last.id}`
  else {
    const entitled = { entitled_from: now, entitled_until: later(now, days * DAY_MS) }
    const row = { id, fan_id, profile_id, starts_at, expires_at, created_at: now, ...entitled }
    await db`insert into subscriptions ${db(row)}`
  }
  return coveredUntil(await arrangePeriods(db, grant, now, id), now)
}

/**
 * Takes back what is left of the granted periods; false if nothing is left. Paid periods keep their length. One that was
 * queued behind granted days starts where these end, so that nobody waits for what they have paid. While the creator
 * blocks the fan, the subscription waits since the moment of the block, so it ends at that moment.
 */
export async function revokeGrants(db: Queryable, pair: Pair, now: Date): Promise<boolean> {
  await lockUser(db, pair.fan_id)
  const at = await waitingSince(db, pair, now)
  const periods = (await arrangePeriods(db, pair, at)).filter(({ expires_at }) => expires_at > at)
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
  const periods = (await arrangePeriods(db, pair, since)).filter(
    ({ expires_at, refunded_at }) => expires_at > since && !refunded_at,
  )
  for (const period of periods) {
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
 * Arranges the periods of a fan with a creator into a queue without overlaps: each starts when it was bought or granted,
 * or when those before it end, and keeps its length; a refund cuts it. The result depends on what was bought and given
 * back, and not on the order in which we heard of it. A trigger (migration 031) keeps the length that was granted in step with
 * one that is changed here. Periods of earlier versions are only moved back, and stay as they are
 * once they have ended before `at`. Returns all periods, in order. `new_id` is the period that was just added.
 */
async function arrangePeriods(
  db: Queryable,
  { fan_id, profile_id }: Pair,
  at: Date,
  new_id?: string,
): Promise<StoredPeriod[]> {
  const stored = await db<StoredPeriod[]>`
    select id, starts_at, expires_at, created_at, order_id, entitled_from, entitled_until, refunded_at,
      exists (select from movements m where m.subscription_id = subscriptions.id and m.kind = 'payment') as is_paid
    from subscriptions
    where fan_id = ${fan_id} and profile_id = ${profile_id}
    order by id = ${new_id ?? null}::uuid, starts_at, expires_at, id`
  let free = new Date(0)
  const arranged = queueOrder(stored).map((period) => {
    const { starts_at, expires_at } = placeOf(period, free, at)
    if (expires_at > free) free = expires_at
    return { ...period, starts_at, expires_at }
  })
  for (const period of arranged) {
    const before = stored.find(({ id }) => id === period.id)
    const { id, starts_at, expires_at } = period
    if (before?.starts_at.getTime() === starts_at.getTime() && before.expires_at.getTime() === expires_at.getTime())
      continue
    await db`update subscriptions set ${db({ starts_at, expires_at })} where id = ${id}`
  }
  return arranged
}

/**
 * By the time at which each was bought or granted; for a row of an earlier version when it was made, if it was queued. Of
 * equal times what is there already comes first; orders come last, by their ids, which the provider's references decide.
 */
function queueOrder(stored: StoredPeriod[]): StoredPeriod[] {
  let covered = 0
  const keyed = stored.map((period) => {
    const { starts_at, expires_at, created_at, entitled_from } = period
    const isQueued = starts_at.getTime() <= covered
    covered = Math.max(covered, expires_at.getTime())
    const known = isQueued && created_at < starts_at ? created_at : starts_at
    return { period, key: (entitled_from ?? known).getTime(), tie: period.order_id ? period.id : '' }
  })
  return keyed.sort((a, b) => a.key - b.key || a.tie.localeCompare(b.tie)).map(({ period }) => period)
}

/** Where a period stands if everything before it ends at `free`. */
function placeOf(period: StoredPeriod, free: Date, at: Date): { starts_at: Date; expires_at: Date } {
  const { starts_at: from, expires_at: until, entitled_from, entitled_until, refunded_at } = period
  if (!entitled_from && until <= at) return { starts_at: from, expires_at: until }
  const wanted = entitled_from ?? from
  const length = (entitled_until ?? until).getTime() - wanted.getTime()
  const starts_at = wanted > free ? wanted : free
  const expires_at = later(starts_at, length)
  if (!refunded_at || refunded_at >= expires_at) return { starts_at, expires_at }
  return { starts_at, expires_at: refunded_at > starts_at ? refunded_at : starts_at }
}

/** The end of continuous access from `at` on; `at` itself if there is none. */
function coveredUntil(periods: Period[], at: Date): Date {
  return periods.reduce(
    (until, { starts_at, expires_at }) => (starts_at <= until && expires_at > until ? expires_at : until),
    at,
  )
}
