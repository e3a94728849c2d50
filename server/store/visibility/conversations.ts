import type { PendingQuery, Row } from 'postgres'
import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from './people.ts'
import { isSubscribed } from './subscribers.ts'

/** Who writes: an id, or db`a.column` that holds one. */
type SenderId = string | PendingQuery<Row[]>

/** What somebody who takes part in a conversation may do in it. It is closed when one of the two leaves, or has left. */
export type Writing = 'open' | 'unsubscribed' | 'closed'

/** Whether somebody who takes part in the conversation `c` may write in it: both are there, and a fan subscribes. */
export function mayWrite(db: Queryable, sender: SenderId, now: Date) {
  return db`${areBothVisible(db)} and ${isEntitled(db, sender, now)}`
}

/** The same for each row of a list, with the reason. */
export function writing(db: Queryable, sender: SenderId, now: Date) {
  return db`case
    when not (${areBothVisible(db)}) then 'closed' when ${isEntitled(db, sender, now)} then 'open' else 'unsubscribed'
  end`
}

/** Whether a fan may write to a creator, in a conversation that there is or that begins. `creator` is a column. */
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
