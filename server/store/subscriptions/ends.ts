import type { Tx } from '#server/db/connect.ts'
import { isPresent, isVisible } from '#server/store/visibility/people.ts'
import { endsSoon } from '#server/store/visibility/subscribers.ts'

/** How long before its end a fan is told. */
const TOLD_DAYS = 3

export interface EndingTicket {
  fan_id: string
  creator_id: string
  ends_at: Date
}

/**
 * Marks the subscriptions that end in three days and do not renew, each once for an end, and returns them. Insert the
 * notices in the same transaction.
 */
export async function takeEnds(db: Tx, now: Date): Promise<EndingTicket[]> {
  const { is_due, end } = endsSoon(db, 's', TOLD_DAYS, now)
  return await db<EndingTicket[]>`
    update subscriptions s set told_end = ${end}
    where ${is_due} and s.told_end is distinct from ${end}
      and not exists (
        select from memberships m
        where m.fan_id = s.fan_id and m.creator_id = s.profile_id and m.state <> 'ended' and m.renews
          and m.end_wanted_at is null
      )
      and ${isPresent(db, 's.fan_id')} and ${isVisible(db, { person: 's.profile_id', to: db`s.fan_id` })}
    returning s.fan_id, s.profile_id as creator_id, ${end} as ends_at`
}
