import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { later } from '#server/time.ts'
import { lockUser } from './users.ts'
import { hasNoDeletionRequest, isPresent } from './visibility/people.ts'

/** Of whom, and of whose. */
interface Pair {
  fan_id: string
  profile_id: string
}

interface Period {
  id: string
  starts_at: Date
  expires_at: Date
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
  /** In the words of the database: "1 month". */
  length: string
}

/**
 * A period that somebody paid for. It begins where what they hold ends, and otherwise at once; what begins later makes
 * room for it. It is counted by UTC: a day has 24 hours whatever the clocks of a country do. Nothing when the fan or the
 * creator is not there. In a transaction, two periods of one fan wait for each other, so that both count.
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
 * Lets a fan in for so many days of 24 hours, whatever the clocks of a country do: until when. Who is in already stays
 * so much longer, after all that waits behind it. In a transaction, two grants for one fan wait for each other, so that
 * both count.
 */
export async function grantSubscription(db: Queryable, grant: Grant): Promise<Date> {
  const { id, fan_id, profile_id, days, now } = grant
  await lockUser(db, fan_id)
  const periods = await shiftOverlaps(db, grant, now)
  const starts_at = coveredUntil(periods, now)
  const expires_at = later(starts_at, days * DAY_MS)
  const last = periods.find((period) => period.expires_at.getTime() === starts_at.getTime())
  if (last) await db`update subscriptions set expires_at = ${expires_at} where id = ${last.id}`
  else await insertSubscription(db, { id, fan_id, profile_id, starts_at, expires_at, created_at: now })
  return coveredUntil(await shiftOverlaps(db, grant, now), now)
}

/**
 * No two periods lie over each other: the later one begins where the earlier one ends, and is as long as it was. All
 * that end after this moment, the first one first.
 */
async function shiftOverlaps(db: Queryable, { fan_id, profile_id }: Pair, at: Date): Promise<Period[]> {
  const periods = await db<Period[]>`
    select id, starts_at, expires_at from subscriptions
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

/** When what lets in at this moment ends, and all that follows it without a break; this moment when nothing does. */
function coveredUntil(periods: Period[], at: Date): Date {
  return periods.reduce((until, { starts_at, expires_at }) => (starts_at <= until ? expires_at : until), at)
}
