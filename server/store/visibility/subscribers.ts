import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isVisible, type ViewerId } from './people.ts'

/** A fan and a creator. The creator is a column with the id, such as 'p.id', or an expression. */
interface Pair {
  fan: ViewerId
  creator: string | Fragment
}

/** Active period: it starts at or before this moment and ends after it. */
export function isActive(db: Queryable, subscriptions: string, now: Date) {
  return db`${db(`${subscriptions}.starts_at`)} <= ${now} and ${db(`${subscriptions}.expires_at`)} > ${now}`
}

/** Whether the fan has an active subscription to the creator. */
export function isSubscribed(db: Queryable, pair: Pair, now: Date) {
  return db`exists (select from subscriptions s where ${isActiveOf(db, pair, now)})`
}

function isActiveOf(db: Queryable, { fan, creator }: Pair, now: Date) {
  const creator_id = typeof creator === 'string' ? db(creator) : creator
  return db`s.fan_id = ${fan} and s.profile_id = ${creator_id} and ${isActive(db, 's', now)}`
}

/**
 * The fan's active subscription to the creator of each row: the lateral join that looks it up, and the expressions to
 * select from it.
 */
export function activeSubscription(db: Queryable, pair: Pair, now: Date) {
  return {
    join: db`left join lateral (
      select expires_at from subscriptions s where ${isActiveOf(db, pair, now)}
      order by expires_at desc limit 1
    ) active on true`,
    is_active: db`active.expires_at is not null`,
    until: db`active.expires_at`,
  }
}

/**
 * Common table expressions that end with `merged` (id, profile_id, ends_at, is_past). Periods that touch or overlap are
 * merged into one subscription, which has the id of its first period. There is one per creator: the active one, or else
 * the last one that ended. A period that starts in the future, after a gap, does not count yet.
 */
export function mergedSubscriptions(db: Queryable, fan_id: string, now: Date) {
  return db`
    periods as (
      select id, profile_id, starts_at, expires_at,
        starts_at > max(expires_at) over (
          partition by profile_id order by starts_at, id rows between unbounded preceding and 1 preceding
        ) as is_after_break
      from subscriptions
      where fan_id = ${fan_id} and ${isVisible(db, { person: 'subscriptions.profile_id', to: fan_id })}
    ),
    numbered as (
      select *, count(*) filter (where is_after_break) over (partition by profile_id order by starts_at, id) as run
      from periods
    ),
    runs as (
      select profile_id, (array_agg(id order by starts_at, id))[1] as id,
        min(starts_at) as starts_at, max(expires_at) as ends_at
      from numbered group by profile_id, run
    ),
    merged as (
      select distinct on (profile_id) id, profile_id, ends_at, ends_at <= ${now} as is_past
      from runs where starts_at <= ${now}
      order by profile_id, ends_at desc
    )`
}
