import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isMuting, isPresent, isVisible, isVisibleInList } from './people.ts'
import { hasPeriodUntil, hasRenewal, isActive, isSubscribed } from './subscribers.ts'

/** A fan and a creator, as columns. */
interface Pair {
  fan: string
  creator: string
}

/**
 * Whether a creator may write to a fan on their own initiative: both are there, neither blocks the other, the fan has
 * access now and has not muted the creator.
 */
export function isReached(db: Queryable, { fan, creator }: Pair, now: Date) {
  return db`(
    ${isPresent(db, fan)} and ${isVisible(db, { person: creator, to: db`${db(fan)}` })}
    and ${isSubscribed(db, { fan: db`${db(fan)}`, creator }, now)}
    and not ${isMuting(db, { by: db`${db(fan)}`, person: db`${db(creator)}` })}
  )`
}

/**
 * `isReached` for all subscribers of a creator: a statement that selects `fan_id`. What follows the periods is looked up for
 * each of them and never joined: a join whose tables have no statistics yet may read all of one for each row of the other.
 */
export function reachedSubscribers(db: Queryable, creator_id: string, now: Date): Fragment {
  const is_muted = isMuting(db, { by: db`s.fan_id`, person: creator_id })
  return db`
    select distinct s.fan_id from subscriptions s join profiles p on p.id = s.profile_id
    where s.profile_id = ${creator_id} and ${isActive(db, 's', now)} and ${isPresent(db, 'p.id')}
      and ${isVisibleInList(db, { person: 's.fan_id', to: creator_id })} and ${lookedUp(db, db`not ${is_muted}`)}`
}

/** A condition that the planner evaluates for each row, and does not turn into a join. */
function lookedUp(db: Queryable, condition: Fragment): Fragment {
  return db`case when ${condition} then true else false end`
}

/** Parts of the subscribers in `a.fan_id`: whether somebody is in one. */
export function audienceParts(
  db: Queryable,
  creator_id: string,
  { month, soon }: { month: Date; soon: Date },
): Readonly<Record<'all' | 'new_this_month' | 'ending_in_7_days', Fragment>> {
  const pair = { fan: db`a.fan_id`, creator: db`${creator_id}::uuid` }
  return {
    all: db`true`,
    // Who had access when the month began is not new.
    new_this_month: lookedUp(db, db`not ${isSubscribed(db, pair, month)}`),
    ending_in_7_days: lookedUp(db, db`not ${hasPeriodUntil(db, pair, soon)} and not ${hasRenewal(db, pair)}`),
  }
}
