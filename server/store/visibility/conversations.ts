import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from './people.ts'
import { isSubscribed } from './subscribers.ts'

/** The sender: an id, or a column with one, such as db`a.column`. */
type SenderId = string | PendingQuery<Row[]>

/** What a participant may do in a conversation. It is closed when either account is soft deleted or erased. */
export type WritingState = 'open' | 'unsubscribed' | 'closed'

/**
 * Whether a participant may write in the conversation `c`: both accounts are visible, and a fan has an active
 * subscription.
 */
export function mayWrite(db: Queryable, sender: SenderId, now: Date) {
  return db`${areBothVisible(db)} and ${isEntitled(db, sender, now)}`
}

/** The same for each row of a list, with the reason. */
export function writingState(db: Queryable, sender: SenderId, now: Date) {
  return db`case
    when not (${areBothVisible(db)}) then 'closed' when ${isEntitled(db, sender, now)} then 'open' else 'unsubscribed'
  end`
}

/** Whether a fan may write to a creator, in an existing or a new conversation. `creator` is a column. */
export function mayWriteTo(db: Queryable, { fan, creator }: { fan: string; creator: string }, now: Date) {
  return db`${isSubscribed(db, { fan, creator }, now)} and ${isVisible(db, { person: creator, to: fan })}`
}

function areBothVisible(db: Queryable) {
  return db`
    ${isVisible(db, { person: 'c.fan_id', to: db`c.creator_id` })}
    and ${isVisible(db, { person: 'c.creator_id', to: db`c.fan_id` })}`
}

function isEntitled(db: Queryable, sender: SenderId, now: Date) {
  return db`(c.creator_id = ${sender} or ${isSubscribed(db, { fan: db`c.fan_id`, creator: 'c.creator_id' }, now)})`
}
