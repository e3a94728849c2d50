import type { Queryable } from '#server/db/connect.ts'
import { FIRST_ID, PAGE_ROWS } from '#server/paging.ts'
import { isActive, mergedSubscriptions } from './visibility/subscribers.ts'

/** How many hold a subscription to a creator now, whoever paid for it. */
export async function countSubscribers(db: Queryable, profile_id: string, now: Date): Promise<number> {
  const [counted] = await db<{ count: number }[]>`
    select count(distinct fan_id) as count from subscriptions
    where profile_id = ${profile_id} and ${isActive(db, 'subscriptions', now)}`
  return counted?.count ?? 0
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
export interface SubscriptionRow {
  id: string
  username: string
  picture_id: string | null
  expires_at: Date
  is_past: boolean
}

/** The last ticket of a page: which of the two kinds it was, when it ends in milliseconds, and its id. */
export interface SubscriptionPlace {
  is_past: boolean
  ends_ms: number
  id: string
}

/** Every ticket comes after it: a list from the start and one from a cursor are one statement. */
const START: SubscriptionPlace = { is_past: false, ends_ms: -1, id: FIRST_ID }

/** A page of a fan's tickets, those that give access now first, and the first one of the next page. */
export async function listMergedSubscriptions(
  db: Queryable,
  fan_id: string,
  now: Date,
  { is_past, ends_ms, id }: SubscriptionPlace = START,
): Promise<SubscriptionRow[]> {
  return await db<SubscriptionRow[]>`
    with ${mergedSubscriptions(db, fan_id, now)},
    placed as (
      select *,
        floor(extract(epoch from ends_at) * 1000)::bigint * case when is_past then -1 else 1 end as place
      from merged
    ),
    page as (
      select * from placed
      where (is_past, place, id) > (${is_past}, ${is_past ? -ends_ms : ends_ms}::bigint, ${id}::uuid)
      order by is_past, place, id ${db.unsafe(`limit ${PAGE_ROWS}`)}
    )
    select m.id, u.username, p.picture_id, m.ends_at as expires_at, m.is_past
    from page m
      join users u on u.id = m.profile_id
      join profiles p on p.id = m.profile_id
    order by m.is_past, m.place, m.id`
}
