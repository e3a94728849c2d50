import type { Queryable } from '#server/db/connect.ts'
import { firstId } from '#server/store/ids.ts'
import { isClosed, isRemoved } from '#server/store/visibility/conversations.ts'
import type { Participants } from './conversations.ts'

/** The oldest message of the other participant after this position. */
export async function findFirstUnread(
  db: Queryable,
  viewer_id: string,
  conversation_id: string,
  read: number,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from messages
    where conversation_id = ${conversation_id} and position > ${read} and sender_id <> ${viewer_id}
    order by position limit 1`
  return row?.id
}

/** A message as its participants are told of it when it is new. */
export interface NewMessageRow {
  conversation_id: string
  participants: string[]
  id: string
  content: string
  sender: string
  sender_id: string
  client_id: string | null
  created_at: Date
}

const RECENT_AT_ONCE = 1000

/** The messages since then that their participants may still be told of, in batches, oldest first. */
export async function* listMessagesSince(db: Queryable, since: Date): AsyncGenerator<NewMessageRow[]> {
  let after = firstId(since)
  for (;;) {
    const rows = await db<NewMessageRow[]>`
      ${newMessages(db)} and m.id > ${after} order by m.id limit ${RECENT_AT_ONCE}`
    if (rows.length > 0) yield rows
    if (rows.length < RECENT_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** One such message, unless it is older. */
export async function findNewMessage(db: Queryable, id: string, since: Date): Promise<NewMessageRow | undefined> {
  const [row] = await db<NewMessageRow[]>`${newMessages(db)} and m.id = ${id} and m.created_at > ${since}`
  return row
}

/** Neither removed by staff nor between people one of whom has left or blocks the other. */
function newMessages(db: Queryable) {
  return db`
    select m.conversation_id, array[c.fan_id, c.creator_id] as participants, m.id, m.content,
      sender.username as sender, m.sender_id, m.client_id, m.created_at
    from messages m join conversations c on c.id = m.conversation_id join users sender on sender.id = m.sender_id
    where not ${isRemoved(db, 'm')} and not ${isClosed(db)}`
}

/** What both participants see of a message that staff have removed or restored. */
export interface ChangedMessage extends Participants {
  conversation_id: string
  content: string
  is_removed: boolean
}

export async function findChangedMessage(db: Queryable, id: string): Promise<ChangedMessage | undefined> {
  const [row] = await db<ChangedMessage[]>`
    select m.conversation_id, m.content, ${isRemoved(db, 'm')} as is_removed, c.fan_id, c.creator_id
    from messages m join conversations c on c.id = m.conversation_id where m.id = ${id}`
  return row
}
