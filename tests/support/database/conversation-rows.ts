import type { Db } from '#server/db/connect.ts'
import type { Live } from '#server/live/live.ts'
import { newId } from '#server/store/ids.ts'

interface People {
  fan: { id: string }
  creator: { id: string }
}

/** Inserts an empty conversation, without the check who may write. */
export async function openConversation(db: Db, { fan, creator }: People): Promise<string> {
  const now = new Date()
  const id = newId(now)
  await db`
    insert into conversations (id, fan_id, creator_id, created_at, last_message_at)
    values (${id}, ${fan.id}, ${creator.id}, ${now}, ${now})`
  return id
}

/** Inserts a message and publishes its live event, as the call that sends a message does. Returns its id. */
export async function writeMessage(
  { db, live }: { db: Db; live: Live },
  { conversation_id, fan, creator, content }: People & { conversation_id: string; content: string },
): Promise<string> {
  const now = new Date()
  const id = newId(now)
  await db`
    with counted as (
      update conversations set last_position = last_position + 1, last_message_at = ${now}
      where id = ${conversation_id} returning last_position
    )
    insert into messages (id, conversation_id, position, sender_id, content, created_at)
    select ${id}, ${conversation_id}, last_position, ${fan.id}, ${content}, ${now}::timestamptz from counted`
  live.publish({
    kind: 'conversation',
    conversation_id,
    participants: [fan.id, creator.id],
    event: {
      type: 'new_message',
      message: {
        id,
        content,
        sender: 'fan',
        sender_id: fan.id,
        created_at: now.toISOString(),
        is_read: false,
        is_delivered: false,
        reactions: { counts: {}, user_reactions: [], total_count: 0 },
        client_id: null,
        is_removed: false,
      },
    },
  })
  return id
}
