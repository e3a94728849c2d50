import { type ConversationSummary, type Message, REACTIONS, type Reactions } from '#contract/conversations.ts'
import type { Viewer } from '#server/access.ts'
import { mediaPath } from '#server/media/media.ts'
import type { ConversationRow } from '#server/store/conversations/conversations.ts'
import type { Marks, MessageRow } from '#server/store/conversations/threads.ts'
import { UNNAMED_MEMBER } from '#server/store/visibility/people.ts'

export function presentConversation(row: ConversationRow): ConversationSummary {
  const creator = row.creator_username ?? UNNAMED_MEMBER
  const is_closed = row.writing === 'closed'
  const fan_picture = is_closed ? null : mediaPath(row.fan_picture_id)
  const { last_content, last_created_at, last_sender_id } = row
  return {
    id: row.id,
    creator_id: row.creator_id,
    creator: {
      username: creator,
      is_deleted: row.creator_username === null,
      profile: { name: creator, profile_pic: is_closed ? null : mediaPath(row.creator_picture_id) },
    },
    initiator: {
      username: row.fan_username ?? UNNAMED_MEMBER,
      is_deleted: row.fan_username === null,
      ...(fan_picture !== null && { profile_pic: fan_picture }),
    },
    unread_count: row.unread_count,
    last_message:
      last_content === null || last_created_at === null || last_sender_id === null
        ? null
        : {
            content: last_content,
            created_at: last_created_at.toISOString(),
            sender_id: last_sender_id,
            is_removed: row.last_is_removed,
          },
    can_send_messages: row.writing === 'open',
    is_closed,
    is_blocked: row.is_blocked,
    ...(row.labels && { labels: row.labels }),
    ...(row.fan_state && { fan_state: row.fan_state }),
    ...(row.found && { found: { ...row.found, created_at: new Date(row.found.created_at).toISOString() } }),
  }
}

/** For the viewer's own messages the marks are those of the other participant, otherwise the viewer's. */
export function presentMessage(viewer: Viewer, conversation: ConversationRow & Marks, row: MessageRow): Message {
  const isFromFan = row.sender_id === conversation.fan_id
  const sender = isFromFan ? conversation.fan_username : conversation.creator_username
  const read = isFromFan ? conversation.creator_read : conversation.fan_read
  const delivered = isFromFan ? conversation.creator_delivered : conversation.fan_delivered
  return {
    id: row.id,
    content: row.content,
    sender: sender ?? UNNAMED_MEMBER,
    sender_id: row.sender_id,
    created_at: row.created_at.toISOString(),
    is_own_message: row.sender_id === viewer.id,
    is_read: read >= row.position,
    is_delivered: delivered >= row.position,
    reactions: presentReactions(viewer, row.reactions),
    client_id: row.client_id,
    is_removed: row.is_removed,
  }
}

/** In the order of the emoji picker. */
export function presentReactions(viewer: Viewer, rows: { emoji: string; user_id: string }[]): Reactions {
  if (rows.length === 0) return { counts: {}, user_reactions: [], total_count: 0 }
  const counts: Record<string, number> = {}
  for (const emoji of REACTIONS) {
    const count = rows.filter((row) => row.emoji === emoji).length
    if (count > 0) counts[emoji] = count
  }
  const own = new Set(rows.filter(({ user_id }) => user_id === viewer.id).map(({ emoji }) => emoji))
  return { counts, user_reactions: REACTIONS.filter((emoji) => own.has(emoji)), total_count: rows.length }
}
