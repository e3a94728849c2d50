import { batch } from '#server/db/batch.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isDatabaseError } from '#server/db/database-errors.ts'
import { mayWrite } from '#server/store/visibility/conversations.ts'
import {
  insertMessage,
  type NewMessage,
  nextTime,
  randomPart,
  type Written,
  type WrittenRow,
  written,
} from './message-writing.ts'

interface Sent {
  conversation_id: string
  message: NewMessage
}

/**
 * Batches the messages of one event-loop turn into one statement, with one result each. Undefined if the sender is not
 * a participant of the conversation.
 */
export const writeMessage = batch(async (db, sent: Sent[]) => {
  // The statement adds one message per conversation. Further messages to the same conversation are inserted one by one.
  const chosen = new Map(sent.map(({ conversation_id, message }) => [conversation_id.toLowerCase(), message]))
  const all = chosen.size > 1 ? insertMessages(db, chosen) : undefined
  return sent.map(async ({ conversation_id, message }): Promise<Written | undefined> => {
    const id = conversation_id.toLowerCase()
    if (!all || chosen.get(id) !== message) return await insertMessage(db, id, message)
    try {
      return (await all).get(id)
    } catch (error) {
      if (!isSafeToRetry(error)) throw error
      return await insertMessage(db, id, message)
    }
  })
})

/**
 * Whether one message of the batch made it fail: a constraint violation, such as a duplicate `client_id`, or a
 * deadlock. Only for these errors it is certain that nothing was written, so each message can be sent again on its own.
 */
function isSafeToRetry(error: unknown): boolean {
  return isDatabaseError(error) && /^23|^40P01$/.test(error.code)
}

/**
 * `insertMessage` for several conversations at once. A conversation is missing in the result if the sender is not a
 * participant.
 */
export async function insertMessages(
  db: Queryable,
  messages: ReadonlyMap<string, NewMessage>,
): Promise<Map<string, Written>> {
  const all = [...messages.values()]
  const now = all[0]?.now ?? new Date()
  const rows = await db<WrittenRow[]>`
    -- Selected, the lists have no length that a plan could depend on: to make a new plan takes longer than to write them.
    with own as (
      select c.id, c.fan_id, c.creator_id, sent.sender_id, sent.content, sent.client_id, sent.random,
        ${mayWrite(db, db`sent.sender_id`, now)} as may_write
      from unnest(
          (select ${[...messages.keys()]}::uuid[]), (select ${all.map(({ sender_id }) => sender_id)}::uuid[]),
          (select ${all.map(({ content }) => content)}::text[]),
          (select ${all.map(({ client_id }) => client_id ?? null)}::uuid[]),
          (select ${all.map(() => randomPart(now))}::text[])
        ) as sent (conversation_id, sender_id, content, client_id, random)
        join conversations c on c.id = sent.conversation_id and sent.sender_id in (c.fan_id, c.creator_id)
      -- In one order, so that two statements that do this never wait for each other.
      order by c.id for no key update of c
    ),
    known as (
      select m.conversation_id, m.id, m.content, m.client_id, m.created_at, false as is_new
      from own join messages m
        on m.conversation_id = own.id and m.sender_id = own.sender_id and m.client_id = own.client_id
    ),
    counted as (
      update conversations c set last_position = c.last_position + 1, last_message_at = ${nextTime(db, now)}
      from own
      where c.id = own.id and own.may_write and not exists (select from known where known.conversation_id = own.id)
      returning c.id, c.last_position, c.last_message_at, own.sender_id, own.content, own.client_id, own.random
    ),
    kept as (
      insert into messages (id, conversation_id, position, sender_id, content, client_id, created_at)
      select (lpad(to_hex((extract(epoch from last_message_at) * 1000)::bigint), 12, '0') || random)::uuid,
        id, last_position, sender_id, content, client_id, last_message_at
      from counted
      returning conversation_id, id, content, client_id, created_at, true as is_new
    )
    select own.id as conversation_id, own.fan_id, own.creator_id, m.id, m.content, m.client_id, m.created_at, m.is_new
    from own left join (select * from kept union all select * from known) m on m.conversation_id = own.id`
  return new Map(rows.map((row) => [row.conversation_id, written(row)]))
}
