import { THREAD_PAGE_SIZE } from '#contract/conversations.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'
import { asSeenBy, type ConversationRow } from './conversations.ts'

/** Up to which message each of the two has read, and has been told of. */
export interface Marks {
  fan_read: number
  creator_read: number
  fan_delivered: number
  creator_delivered: number
}

/** A message. Who wrote it and who has read it is known from its conversation. */
export interface MessageRow {
  id: string
  position: number
  content: string
  /** Staff have removed it, and the content is a placeholder. */
  is_removed: boolean
  sender_id: string
  client_id: string | null
  created_at: Date
  reactions: { emoji: string; user_id: string }[]
}

/** A conversation with some of its messages, oldest first. */
export interface Thread extends ConversationRow, Marks {
  /** Whether the viewer has notices about it that they have not read. */
  has_notices: boolean
  messages: MessageRow[]
}

/** The newest messages, the newest of those before one, or one. There are none if that one does not exist. */
export type WantedMessages = 'newest' | { before: string } | { id: string }

/** Undefined if the viewer is not a participant. */
export async function findThread(
  db: Queryable,
  { viewer_id, id, wanted }: { viewer_id: string; id: string; wanted: WantedMessages },
  now: Date,
): Promise<Thread | undefined> {
  const [row] = await asSeenBy<Omit<Thread, 'messages'> & { messages: ListedMessage[] | null }>(
    db,
    viewer_id,
    now,
    db`
      select *, null::integer as found_position from conversations
      where id = ${id} and ${viewer_id} in (fan_id, creator_id)`,
    {
      more: db`, c.fan_read, c.creator_read, c.fan_delivered, c.creator_delivered,
        exists (
          select from member_notices n
          where n.user_id = ${viewer_id} and n.conversation_id = c.id and n.read_at is null
        ) as has_notices,
        ${messagesOf(db, wanted)} as messages`,
    },
  )
  return row && { ...row, messages: (row.messages ?? []).map(messageOf) }
}

/** In the order of the columns in `messagesOf`. */
type ListedMessage = [string, number, string, boolean, string, string | null, string, MessageRow['reactions'] | null]

function messageOf([
  id,
  position,
  content,
  is_removed,
  sender_id,
  client_id,
  at,
  reactions,
]: ListedMessage): MessageRow {
  const created_at = new Date(at)
  return { id, position, content, is_removed, sender_id, client_id, created_at, reactions: reactions ?? [] }
}

/** As one list: the driver takes many times longer to read fifty rows. */
function messagesOf(db: Queryable, wanted: WantedMessages): Fragment {
  return db`(
    select json_agg(
      json_build_array(
        m.id, m.position, m.content, ${isRemoved(db, 'm')}, m.sender_id, m.client_id, m.created_at,
        (
          select json_agg(json_build_object('emoji', r.emoji, 'user_id', r.user_id))
          from reactions r where r.message_id = m.id and not ${isRemoved(db, 'm')}
        )
      ) order by m.position
    )
    from (
      select * from messages where conversation_id = c.id and ${isWanted(db, wanted)}
      order by position desc ${db.unsafe(`limit ${THREAD_PAGE_SIZE}`)}
    ) m
  )`
}

function isWanted(db: Queryable, wanted: WantedMessages): Fragment {
  if (wanted === 'newest') return db`true`
  if ('id' in wanted) return db`messages.id = ${wanted.id}`
  return db`position < (select position from messages where id = ${wanted.before} and conversation_id = c.id)`
}
