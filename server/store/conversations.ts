import type { Queryable } from '#server/db/connect.ts'

/** Whose conversation it is; nothing for who takes no part in it. */
export async function findParticipants(
  db: Queryable,
  viewer_id: string,
  conversation_id: string,
): Promise<{ fan_id: string; creator_id: string } | undefined> {
  const [row] = await db<{ fan_id: string; creator_id: string }[]>`
    select fan_id, creator_id from conversations
    where id = ${conversation_id} and ${viewer_id} in (fan_id, creator_id)`
  return row
}

/** Somebody's device has got a conversation up to this message. */
export async function markDelivered(
  db: Queryable,
  recipient_id: string,
  conversation_id: string,
  message_id: string,
): Promise<void> {
  await db`
    update conversations c set
      fan_delivered = case when c.fan_id = ${recipient_id} then m.position else c.fan_delivered end,
      creator_delivered = case when c.creator_id = ${recipient_id} then m.position else c.creator_delivered end
    from messages m
    where c.id = ${conversation_id} and m.id = ${message_id} and m.conversation_id = c.id
      and m.position > case ${recipient_id} when c.fan_id then c.fan_delivered when c.creator_id then c.creator_delivered end`
}
