import type { Queryable } from '#server/db/connect.ts'
import { FIRST_ID, PAGE_ROWS } from '#server/paging.ts'
import { isBlocking, isVisible } from '#server/store/visibility/people.ts'
import { isActive, isSubscribed, mergedSubscriptions } from '#server/store/visibility/subscribers.ts'

/** The number of fans with an active subscription to a creator. One whom the creator blocks has no access. */
export async function countSubscribers(db: Queryable, profile_id: string, now: Date): Promise<number> {
  const [counted] = await db<{ count: number }[]>`
    select count(distinct fan_id) as count from subscriptions
    where profile_id = ${profile_id} and ${isActive(db, 'subscriptions', now)}
      and not ${isBlocking(db, { by: profile_id, person: db`subscriptions.fan_id` })}`
  return counted?.count ?? 0
}

/** Whether a fan has no access to a creator yet, and this is not the renewal of a membership. */
export async function isNewSubscriber(
  db: Queryable,
  { fan_id, creator_id, membership_id }: { fan_id: string; creator_id: string; membership_id: string | null },
  now: Date,
): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    select not ${isSubscribed(db, { fan: fan_id, creator: db`${creator_id}::uuid` }, now)}
      and not exists (select from subscriptions where membership_id = ${membership_id}::uuid) as is_new`
  return row?.is_new ?? false
}

export interface ListedSubscription {
  creator: string
  starts_at: Date
  expires_at: Date
}

/** All subscription periods of a fan, by their end, latest first. */
export async function listSubscriptionsOf(db: Queryable, fan_id: string): Promise<ListedSubscription[]> {
  return await db<ListedSubscription[]>`
    select u.username as creator, s.starts_at, s.expires_at
    from subscriptions s join users u on u.id = s.profile_id
    where s.fan_id = ${fan_id} order by s.expires_at desc, s.id`
}

/** The merged subscription of a fan to one creator. */
export interface SubscriptionRow {
  id: string
  profile_id: string
  username: string
  picture_id: string | null
  expires_at: Date
  is_past: boolean
}

/** Keyset cursor of the list: active or past, the end in milliseconds, and the id. */
export interface SubscriptionCursor {
  is_past: boolean
  ends_ms: number
  id: string
}

/** A cursor before every row, so that the first page uses the same statement. */
const FIRST_PAGE: SubscriptionCursor = { is_past: false, ends_ms: -1, id: FIRST_ID }

/** A page of a fan's subscriptions, active ones first, plus the first row of the next page. */
export async function listMergedSubscriptions(
  db: Queryable,
  fan_id: string,
  now: Date,
  { is_past, ends_ms, id }: SubscriptionCursor = FIRST_PAGE,
  /** Only this one. */
  only?: string,
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
      where ${only === undefined ? db`true` : db`id = ${only}`} and (is_past, place, id) > (${is_past}, ${is_past ? -ends_ms : ends_ms}::bigint, ${id}::uuid)
      order by is_past, place, id ${db.unsafe(`limit ${PAGE_ROWS}`)}
    )
    select m.id, m.profile_id, u.username, p.picture_id, m.ends_at as expires_at, m.is_past
    from page m
      join users u on u.id = m.profile_id
      join profiles p on p.id = m.profile_id
    order by m.is_past, m.place, m.id`
}

/** The creator of a subscription, by the id of one of its periods. */
export async function findCreatorOf(db: Queryable, fan_id: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ profile_id: string }[]>`
    select profile_id from subscriptions
    where id = ${id} and fan_id = ${fan_id} and ${isVisible(db, { person: 'subscriptions.profile_id', to: fan_id })}`
  return row?.profile_id
}

/** The same for somebody whom the fan does not see at the moment, such as a creator who is frozen. */
export async function findHiddenCreatorOf(db: Queryable, fan_id: string, id: string): Promise<string | undefined> {
  const [row] = await db<{ profile_id: string }[]>`
    select profile_id from subscriptions where id = ${id} and fan_id = ${fan_id}`
  return row?.profile_id
}
