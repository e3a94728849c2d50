import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isBlocking, isPresent, isVisible } from './people.ts'
import { isSubscribed } from './subscribers.ts'

/** The sender: an id, or a column with one, such as db`a.column`. */
type SenderId = string | Fragment

/**
 * What a participant may do in a conversation. It is closed while either account is soft deleted or erased, or one of the
 * two blocks the other.
 */
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
    when ${isClosed(db)} then 'closed' when ${isEntitled(db, sender, now)} then 'open' else 'unsubscribed'
  end`
}

/** Whether a fan may write to a creator, in an existing or a new conversation. `creator` is a column. */
export function mayWriteTo(db: Queryable, { fan, creator }: { fan: string; creator: string }, now: Date) {
  return db`${isSubscribed(db, { fan, creator }, now)} and ${isVisible(db, { person: creator, to: fan })}`
}

/** Whether nobody may write or react in the conversation `c`. It stays readable. */
export function isClosed(db: Queryable) {
  return db`not (${areBothVisible(db)})`
}

/** Whether this participant of the conversation `c` blocks the other one. */
export function hasBlocked(db: Queryable, participant: string) {
  const other = db`case when c.fan_id = ${participant} then c.creator_id else c.fan_id end`
  return isBlocking(db, { by: participant, person: other })
}

function areBothVisible(db: Queryable) {
  // A block hides both from each other, so one direction is enough for it.
  return db`${isPresent(db, 'c.fan_id')} and ${isVisible(db, { person: 'c.creator_id', to: db`c.fan_id` })}`
}

function isEntitled(db: Queryable, sender: SenderId, now: Date) {
  return db`(c.creator_id = ${sender} or ${isSubscribed(db, { fan: db`c.fan_id`, creator: 'c.creator_id' }, now)})`
}

/** Whether staff have hidden or removed a message. Its content is a placeholder then. `message` is the alias of its row. */
export function isRemoved(db: Queryable, message: string) {
  return db`(${db(message)}.hidden_at is not null)`
}
