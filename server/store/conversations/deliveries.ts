import type { Queryable } from '#server/db/connect.ts'

/** The recipient's device has received a conversation up to this message. */
export interface Delivery {
  recipient_id: string
  conversation_id: string
  message_id: string
}

/**
 * Moves the delivered marks of many conversations in one statement. Marks never decrease. The rows are locked in the
 * order of their ids, so that two processes cannot deadlock.
 */
export async function markAllDelivered(db: Queryable, deliveries: readonly Delivery[]): Promise<void> {
  const column = (name: keyof Delivery) => deliveries.map((delivery) => delivery[name])
  await db`
    with locked as (
      select id, fan_id, creator_id from conversations
      where id = any(${column('conversation_id')}::uuid[]) order by id for update
    ), got as (
      select l.id,
        max(m.position) filter (where d.recipient_id = l.fan_id) as fan,
        max(m.position) filter (where d.recipient_id = l.creator_id) as creator
      from unnest(
          ${column('recipient_id')}::uuid[], ${column('conversation_id')}::uuid[], ${column('message_id')}::uuid[]
        ) as d (recipient_id, conversation_id, message_id)
        join locked l on l.id = d.conversation_id
        join messages m on m.id = d.message_id and m.conversation_id = l.id and m.sender_id <> d.recipient_id
      group by l.id
    )
    update conversations c set
      fan_delivered = greatest(c.fan_delivered, got.fan),
      creator_delivered = greatest(c.creator_delivered, got.creator)
    from got where c.id = got.id`
}
