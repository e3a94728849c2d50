import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isVisible, type ViewerId } from './people.ts'

/** A fan and a creator. The creator is a column with the id, such as 'p.id', or an expression. */
interface Pair {
  fan: ViewerId
  creator: string | Fragment
}

/** Active period: it starts at or before this moment, and access through it ends after it. */
export function isActive(db: Queryable, subscriptions: string, now: Date) {
  return db`${db(`${subscriptions}.starts_at`)} <= ${now} and ${openUntil(db, subscriptions)} > ${now}`
}

/** Whether a period is active or still to come. */
export function hasNotEnded(db: Queryable, subscriptions: string, now: Date) {
  return db`${db(`${subscriptions}.expires_at`)} > ${now}`
}

/**
 * The end of access through a period: its own, or that of the grace while its renewal is charged. The indexes
 * `subscriptions_open_to_fan` and `subscriptions_open_of_profile` have exactly this expression.
 */
function openUntil(db: Queryable, subscriptions: string) {
  return db`coalesce(${db(`${subscriptions}.open_until`)}, ${db(`${subscriptions}.expires_at`)})`
}

/**
 * Whether a period is the last one of a fan with a creator and ends in so many days, while access was open before that: who
 * has just bought a day knows that it ends. Access is told of for a day, so that it is not said too late after an outage.
 */
export function endsSoon(db: Queryable, subscriptions: string, days: number, now: Date) {
  const end = db`${db(`${subscriptions}.expires_at`)}`
  const of_pair = db`
    other.fan_id = ${db(`${subscriptions}.fan_id`)} and other.profile_id = ${db(`${subscriptions}.profile_id`)}`
  const then = db`${end} - make_interval(days => ${days})`
  return {
    end,
    is_due: db`${end} > ${now}::timestamptz + make_interval(days => ${days - 1})
      and ${end} <= ${now}::timestamptz + make_interval(days => ${days})
      and ${db(`${subscriptions}.refunded_at`)} is null
      and not exists (select from subscriptions other where ${of_pair} and other.expires_at > ${end})
      and exists (select from subscriptions other where ${of_pair} and other.starts_at < ${then} and other.expires_at >= ${then})`,
  }
}

/** A time from its first moment until before its last one. */
export interface Span {
  from: Date | Fragment
  until: Date | Fragment
}

/**
 * Whether access of a fan to a creator began in this time with this period: it is the first one, or there was a break before
 * it. Periods that touch or overlap are one subscription, as in `mergedSubscriptions`. Paid or granted makes no difference.
 */
export function beganIn(db: Queryable, subscriptions: string, { from, until }: Span) {
  const [starts_at, id] = [db(`${subscriptions}.starts_at`), db(`${subscriptions}.id`)]
  return db`(
    ${starts_at} >= ${from} and ${starts_at} < ${until} and ${openUntil(db, subscriptions)} > ${starts_at}
    and not exists (
      select from subscriptions other
      where ${isOfSamePair(db, subscriptions)} and (other.starts_at, other.id) < (${starts_at}, ${id})
        and ${openUntil(db, 'other')} >= ${starts_at} and ${openUntil(db, 'other')} > other.starts_at
    )
  )`
}

/** Whether access of a fan to a creator ended in this time with this period, and did not go on. */
export function endedIn(db: Queryable, subscriptions: string, { from, until }: Span) {
  const [end, id] = [openUntil(db, subscriptions), db(`${subscriptions}.id`)]
  return db`(
    ${end} >= ${from} and ${end} < ${until} and ${end} > ${db(`${subscriptions}.starts_at`)}
    and not exists (
      select from subscriptions other
      where ${isOfSamePair(db, subscriptions)} and other.starts_at <= ${end}
        and (${openUntil(db, 'other')}, other.id) > (${end}, ${id}) and ${openUntil(db, 'other')} > other.starts_at
    )
  )`
}

function isOfSamePair(db: Queryable, subscriptions: string) {
  return db`other.fan_id = ${db(`${subscriptions}.fan_id`)} and other.profile_id = ${db(`${subscriptions}.profile_id`)}`
}

/** Whether the fan has an active subscription to the creator. */
export function isSubscribed(db: Queryable, pair: Pair, now: Date) {
  return db`exists (select from subscriptions s where ${isActiveOf(db, pair, now)})`
}

/** Whether a period of the pair, an active one or one to come, is open after this time. */
export function hasPeriodUntil(db: Queryable, { fan, creator }: { fan: Fragment; creator: Fragment }, until: Date) {
  return db`exists (
    select from subscriptions later where later.fan_id = ${fan} and later.profile_id = ${creator}
      and ${openUntil(db, 'later')} > ${until}
  )`
}

/** Whether a membership of the pair will be charged again. */
export function hasRenewal(db: Queryable, { fan, creator }: { fan: Fragment; creator: Fragment }) {
  return db`exists (
    select from memberships m where m.fan_id = ${fan} and m.creator_id = ${creator}
      and m.state <> 'ended' and m.renews and m.end_wanted_at is null
  )`
}

function isActiveOf(db: Queryable, { fan, creator }: Pair, now: Date) {
  const creator_id = typeof creator === 'string' ? db(creator) : creator
  return db`s.fan_id = ${fan} and s.profile_id = ${creator_id} and ${isActive(db, 's', now)}`
}

/**
 * The fan's active subscription to the creator of each row: the lateral join that looks it up, and the expressions to
 * select from it. Rows for which `only_if` is false have none, and it is not looked up for them.
 */
export function activeSubscription(db: Queryable, pair: Pair, now: Date, only_if: Fragment = db`true`) {
  return {
    join: db`cross join lateral (
      select case when ${only_if} then (
        select max(${openUntil(db, 's')}) from subscriptions s where ${isActiveOf(db, pair, now)}
      ) end as open_until offset 0
    ) active`,
    is_active: db`active.open_until is not null`,
    until: db`active.open_until`,
  }
}

/**
 * Common table expressions that end with `merged` (id, profile_id, ends_at, is_past). Periods that touch or overlap are
 * merged into one subscription, which has the id of its first period. There is one per creator: the active one, or else
 * the last one that ended. A period that starts in the future, after a gap, does not count yet. A grace counts when the
 * period itself is over: until then the subscription ends with what was paid.
 */
export function mergedSubscriptions(db: Queryable, fan_id: string, now: Date) {
  return db`
    periods as (
      select id, profile_id, starts_at, expires_at, ${openUntil(db, 'subscriptions')} as open_until,
        starts_at > max(${openUntil(db, 'subscriptions')}) over (
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
      select profile_id, (array_agg(id order by starts_at, id))[1] as id, min(starts_at) as starts_at,
        case when max(expires_at) <= ${now} and max(open_until) > ${now} then max(open_until) else max(expires_at) end as ends_at
      from numbered group by profile_id, run
    ),
    merged as (
      select distinct on (profile_id) id, profile_id, ends_at, ends_at <= ${now} as is_past
      from runs where starts_at <= ${now}
      order by profile_id, ends_at desc
    )`
}

/**
 * A common table expression `subscribers` (fan_id, period_id, since, until) of everybody with access to a creator. Periods that
 * touch or overlap are one; `period_id` is the one that runs.
 */
export function subscribersOf(db: Queryable, creator_id: string, now: Date) {
  return db`
    periods as (
      select id, fan_id, starts_at, expires_at, ${openUntil(db, 'subscriptions')} as open_until,
        starts_at > max(${openUntil(db, 'subscriptions')}) over (
          partition by fan_id order by starts_at, id rows between unbounded preceding and 1 preceding
        ) as is_after_break
      from subscriptions where profile_id = ${creator_id}
    ),
    numbered as (
      select *, count(*) filter (where is_after_break) over (partition by fan_id order by starts_at, id) as run
      from periods
    ),
    subscribers as (
      select fan_id, (array_agg(id order by starts_at desc, id desc) filter (where starts_at <= ${now}))[1] as period_id,
        date_trunc('milliseconds', min(starts_at)) as since,
        case when max(expires_at) <= ${now} then max(open_until) else max(expires_at) end as until
      from numbered group by fan_id, run
      having min(starts_at) <= ${now} and max(open_until) > ${now}
    )`
}

/** The newest period that was paid with an order: when it starts and ends. */
export function newestPeriod(db: Queryable, { order }: { order: Fragment }) {
  return db`
    select starts_at, expires_at as ends_at from subscriptions
    where order_id = ${order} order by starts_at desc, id desc limit 1`
}

/**
 * A common table expression `last_periods` (id, profile_id, order_id, membership_id, refunded_at, open_until): the last period
 * of the fan with each of these creators. One that was refunded counts only if there is no other.
 */
export function lastPeriods(db: Queryable, fan_id: string, creator_ids: readonly string[]) {
  return db`
    last_periods as (
      select distinct on (profile_id) id, profile_id, order_id, membership_id, refunded_at,
        ${openUntil(db, 'subscriptions')} as open_until
      from subscriptions where fan_id = ${fan_id} and profile_id = any(${creator_ids})
      order by profile_id, refunded_at is null desc, expires_at desc, id desc
    )`
}

/**
 * The tickets of a fan with a creator, of any time: the lateral join that counts them, and the expressions to select from
 * it. Both are columns or values with ids. What kind the last one was is known if it was bought.
 */
export function ticketsOf(db: Queryable, { fan, creator }: { fan: Fragment; creator: Fragment }, now: Date) {
  return {
    join: db`left join lateral (
      select count(*)::int as count, min(s.starts_at) as first,
        coalesce(bool_or(${isActive(db, 's', now)}), false) as is_active, max(s.expires_at) as ends_at,
        (array_agg(o.period order by s.expires_at desc, s.id desc))[1] as period
      from subscriptions s left join orders o on o.id = s.order_id
      where s.fan_id = ${fan} and s.profile_id = ${creator} and s.refunded_at is null
    ) tickets on true`,
    count: db`tickets.count`,
    first: db`tickets.first`,
    is_active: db`tickets.is_active`,
    ends_at: db`tickets.ends_at`,
    period: db`tickets.period`,
    is_renewing: hasRenewal(db, { fan, creator }),
  }
}
