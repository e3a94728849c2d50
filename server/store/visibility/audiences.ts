import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isMuting, isPresent, isVisible } from './people.ts'
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

/** Everybody whom a creator may write to on their own initiative: a statement that selects `fan_id`. */
export function reachedSubscribers(db: Queryable, creator_id: string, now: Date): Fragment {
  return db`
    select distinct s.fan_id from subscriptions s join profiles p on p.id = s.profile_id
    where s.profile_id = ${creator_id} and ${isActive(db, 's', now)}
      and ${isReached(db, { fan: 's.fan_id', creator: 'p.id' }, now)}`
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
    new_this_month: db`not ${isSubscribed(db, pair, month)}`,
    ending_in_7_days: db`not ${hasPeriodUntil(db, pair, soon)} and not ${hasRenewal(db, pair)}`,
  }
}
