import { PAGE_SIZE } from '#contract/limits.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isThere } from './presence.ts'

export interface NewSubscription {
  id: string
  fan_id: string
  profile_id: string
  starts_at: Date
  expires_at: Date
  created_at: Date
}

export async function insertSubscription(db: Queryable, subscription: NewSubscription): Promise<void> {
  await db`
    insert into subscriptions
      ${db(subscription, 'id', 'fan_id', 'profile_id', 'starts_at', 'expires_at', 'created_at')}`
}

export interface PaidPeriod {
  id: string
  fan_id: string
  profile_id: string
  paid_at: Date
  /** In the words of the database: "1 month". */
  length: string
}

/**
 * A period that somebody paid for. It begins where what they hold ends, and otherwise at once. It is counted by UTC: a day
 * has 24 hours whatever the clocks of a country do. Nothing when the fan or the creator is not there. In a transaction, two
 * periods of one fan wait for each other, so that both count.
 */
export async function insertPaidPeriod(db: Queryable, paid: PaidPeriod): Promise<{ id: string } | undefined> {
  const { id, fan_id, profile_id, paid_at, length } = paid
  const [fan] = await db`select 1 from users where id = ${fan_id} and erased_at is null for no key update`
  if (!fan) return undefined
  const [inserted] = await db<{ id: string }[]>`
    with recursive held (until) as (
      select ${paid_at}::timestamptz
      union
      select s.expires_at from held
      join subscriptions s on s.starts_at <= until and s.expires_at > until
      where s.fan_id = ${fan_id} and s.profile_id = ${profile_id}
    )
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select ${id}, ${fan_id}, p.id, start.at,
      (start.at at time zone 'UTC' + ${length}::interval) at time zone 'UTC', ${paid_at}
    from profiles p, (select max(until) as at from held) start
    where p.id = ${profile_id} and ${isThere(db, 'p.id')}
    returning id`
  return inserted
}

/** How many hold a subscription to a creator now, whoever paid for it. */
export async function countSubscribers(db: Queryable, profile_id: string, now: Date): Promise<number> {
  const [counted] = await db<{ count: number }[]>`
    select count(distinct fan_id) as count from subscriptions
    where profile_id = ${profile_id} and starts_at <= ${now} and expires_at > ${now}`
  return counted?.count ?? 0
}

export interface Grant {
  id: string
  fan_id: string
  profile_id: string
  days: number
  now: Date
}

/**
 * Lets a fan in for so many days of 24 hours, whatever the clocks of a country do. Who is in already stays so much
 * longer. In a transaction, two grants for one fan wait for each other, so that both count.
 */
export async function grantSubscription(db: Queryable, { id, fan_id, profile_id, days, now }: Grant): Promise<Date> {
  await db`select 1 from users where id = ${fan_id} for no key update`
  const hours = days * 24
  const [extended] = await db<{ expires_at: Date }[]>`
    update subscriptions set expires_at = expires_at + make_interval(hours => ${hours})
    where id = (
      select id from subscriptions
      where fan_id = ${fan_id} and profile_id = ${profile_id} and starts_at <= ${now} and expires_at > ${now}
      order by expires_at desc limit 1
    )
    returning expires_at`
  if (extended) return extended.expires_at
  const expires_at = new Date(now.getTime() + hours * 60 * 60 * 1000)
  await insertSubscription(db, { id, fan_id, profile_id, starts_at: now, expires_at, created_at: now })
  return expires_at
}

export interface ListedSubscription {
  creator: string
  starts_at: Date
  expires_at: Date
}

/** Everything a fan ever subscribed to, what ends last first. */
export async function listSubscriptionsOf(db: Queryable, fan_id: string): Promise<ListedSubscription[]> {
  return await db<ListedSubscription[]>`
    select u.username as creator, s.starts_at, s.expires_at
    from subscriptions s join users u on u.id = s.profile_id
    where s.fan_id = ${fan_id} order by s.expires_at desc, s.id`
}

/** What a fan holds, or held, of one creator. */
export interface TicketRow {
  id: string
  username: string
  picture_id: string | null
  expires_at: Date
  is_past: boolean
}

/** The last ticket of a page: which of the two kinds it was, when it ends in milliseconds, and its id. */
export interface TicketPlace {
  is_past: boolean
  ends_ms: number
  id: string
}

/** Every ticket comes after it: a list from the start and one from a cursor are one statement. */
const START: TicketPlace = { is_past: false, ends_ms: -1, id: '00000000-0000-0000-0000-000000000000' }

/** One more than a page, so that it is known whether another follows. */
const ROWS = PAGE_SIZE + 1

/**
 * A page of a fan's tickets, and the first one of the next page. Periods that meet or overlap are one ticket, known by
 * the id of the first of them. Of each creator there is the one that lets in now, or else the last that did; what begins
 * later, after a break, is none yet.
 */
export async function listTickets(
  db: Queryable,
  fan_id: string,
  now: Date,
  { is_past, ends_ms, id }: TicketPlace = START,
): Promise<TicketRow[]> {
  return await db<TicketRow[]>`
    with periods as (
      select id, profile_id, starts_at, expires_at,
        starts_at > max(expires_at) over (
          partition by profile_id order by starts_at, id rows between unbounded preceding and 1 preceding
        ) as is_after_break
      from subscriptions where fan_id = ${fan_id} and ${isThere(db, 'subscriptions.profile_id')}
    ),
    numbered as (
      select *, count(*) filter (where is_after_break) over (partition by profile_id order by starts_at, id) as run
      from periods
    ),
    runs as (
      select profile_id, (array_agg(id order by starts_at, id))[1] as id,
        min(starts_at) as starts_at, max(expires_at) as expires_at
      from numbered group by profile_id, run
    ),
    tickets as (
      select distinct on (profile_id) id, profile_id, expires_at, expires_at <= ${now} as is_past
      from runs where starts_at <= ${now}
      order by profile_id, expires_at desc
    ),
    placed as (
      select *,
        floor(extract(epoch from expires_at) * 1000)::bigint * case when is_past then -1 else 1 end as place
      from tickets
    )
    select t.id, u.username, p.picture_id, t.expires_at, t.is_past
    from placed t
      join users u on u.id = t.profile_id
      join profiles p on p.id = t.profile_id
    where (t.is_past, t.place, t.id) > (${is_past}, ${is_past ? -ends_ms : ends_ms}::bigint, ${id}::uuid)
    order by t.is_past, t.place, t.id
    ${db.unsafe(`limit ${ROWS}`)}`
}
