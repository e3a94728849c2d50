import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertMessages } from './message-batches.ts'
import type { Written } from './message-writing.ts'

/** What a creator writes to one fan. A fan is written to once with the same `client_id`. */
export interface MessageToFan {
  fan_id: string
  content: string
  client_id: string
}

/**
 * Writes a message of one creator to each of these fans, in their conversations, which are made where there are none. What
 * is returned without a message was not written: the two may not write to each other any more.
 */
export async function writeToFans(
  db: Tx,
  creator_id: string,
  messages: readonly MessageToFan[],
  now: Date,
): Promise<Written[]> {
  if (messages.length === 0) return []
  const fan_ids = messages.map(({ fan_id }) => fan_id)
  await db`
    insert into conversations (id, fan_id, creator_id, created_at, last_message_at)
    select id, fan_id, ${creator_id}, ${now}, ${now}
    from unnest(${fan_ids.map(() => newId(now))}::uuid[], ${fan_ids}::uuid[]) as made (id, fan_id)
    order by fan_id on conflict (fan_id, creator_id) do nothing`
  const conversations = await db<{ id: string; fan_id: string }[]>`
    select id, fan_id from conversations where creator_id = ${creator_id} and fan_id = any(${fan_ids})`
  const of_fan = new Map(messages.map((message) => [message.fan_id, message]))
  const written = await insertMessages(
    db,
    new Map(
      conversations.flatMap(({ id, fan_id }) => {
        const message = of_fan.get(fan_id)
        return message ? [[id, { sender_id: creator_id, now, ...message }] as const] : []
      }),
    ),
  )
  return [...written.values()]
}
