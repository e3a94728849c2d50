import type { FanState, InboxFilter } from '#contract/conversations.ts'
import type { Queryable } from '#server/db/connect.ts'
import { hasLabel } from '#server/store/fan-cards/fan-labels.ts'
import { isClosed } from '#server/store/visibility/conversations.ts'
import { isSubscribed } from '#server/store/visibility/subscribers.ts'

/** Which conversations of a creator's inbox are wanted. */
export interface Narrowed {
  filter?: InboxFilter | undefined
  /** Only of fans who carry this label. */
  label?: string | undefined
}

/** Whether the conversation `c` is among those that its creator wants. */
export function isAmong(db: Queryable, creator_id: string, now: Date, { filter, label }: Narrowed = {}) {
  const by_filter = filter ? FILTERS[filter](db, now) : db`true`
  return label === undefined
    ? by_filter
    : db`${by_filter} and ${hasLabel(db, { creator_id, fan: db`c.fan_id`, label })}`
}

const FILTERS: Record<InboxFilter, (db: Queryable, now: Date) => ReturnType<typeof isClosed>> = {
  // The first condition is that of the index `conversations_unread_by_creator`.
  unread: (db) => db`c.last_position > c.creator_read and exists (
    select from messages m where m.conversation_id = c.id and m.position > c.creator_read and m.sender_id = c.fan_id
  )`,
  unanswered: (db) => db`exists (
    select from messages last
    where last.conversation_id = c.id and last.position = c.last_position and last.sender_id = c.fan_id
  ) and not ${isClosed(db)}`,
  subscribers: isFanSubscribed,
  ended: (db, now) => db`not ${isFanSubscribed(db, now)} and ${wasFanSubscribed(db)}`,
}

/** What the fan of the conversation `c` is to its creator. */
export function fanState(db: Queryable, now: Date) {
  const is = (state: FanState) => state
  return db`case
    when ${isFanSubscribed(db, now)} then ${is('subscriber')}
    when ${wasFanSubscribed(db)} then ${is('ended')}
    else ${is('none')}
  end`
}

function isFanSubscribed(db: Queryable, now: Date) {
  return isSubscribed(db, { fan: db`c.fan_id`, creator: 'c.creator_id' }, now)
}

function wasFanSubscribed(db: Queryable) {
  return db`exists (select from subscriptions s where s.fan_id = c.fan_id and s.profile_id = c.creator_id)`
}
