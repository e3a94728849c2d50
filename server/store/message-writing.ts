import postgres from 'postgres'
import type { Queryable } from '#server/db/connect.ts'
import type { Participants } from './conversations.ts'
import { newId } from './ids.ts'
import { mayWrite, mayWriteTo } from './visibility/conversations.ts'

export interface NewMessage {
  sender_id: string
  content: string
  client_id: string | undefined
  now: Date
}

/** What became of a message that somebody wants to write. */
export interface Written extends Participants {
  conversation_id: string
  /** Null where the sender may not write, or not any more. */
  message: { id: string; content: string; client_id: string | null; created_at: Date } | null
  /** False for one that was there already: what a device sends twice is one message. */
  is_new: boolean
}

export interface WrittenRow extends Participants {
  conversation_id: string
  id: string | null
  content: string
  client_id: string | null
  created_at: Date
  is_new: boolean
}

/**
 * Writes into a conversation: undefined when the sender takes no part in it. One statement locks the conversation, looks
 * whether the sender may, counts the message and keeps it; so the order of messages is one, and so are their times.
 */
export async function insertMessage(
  db: Queryable,
  conversation_id: string,
  message: NewMessage,
): Promise<Written | undefined> {
  const { sender_id, now } = message
  return await retryOnDuplicate(async () => {
    const [row] = await db<WrittenRow[]>`
      with own as (
        select c.id, c.fan_id, c.creator_id, ${mayWrite(db, sender_id, now)} as may_write
        from conversations c where c.id = ${conversation_id} and ${sender_id} in (c.fan_id, c.creator_id)
      ),
      ${knownMessage(db, message)},
      counted as (
        update conversations c set last_position = c.last_position + 1, last_message_at = ${nextTime(db, now)}
        from own where c.id = own.id and own.may_write and not exists (select from known)
        returning c.id, c.last_position, c.last_message_at
      ),
      ${keptMessage(db, message)}
      select own.id as conversation_id, own.fan_id, own.creator_id, m.id, m.content, m.client_id, m.created_at, m.is_new
      from own left join (select * from kept union all select * from known) m on true`
    return row && written(row)
  })
}

/** What became of a message to a creator. */
interface WrittenToCreator extends Written {
  /** Whether the conversation began with this message; also true for the retry of the message that began it. */
  is_first: boolean
}

/** Writes to a creator, in the one conversation there is or will be: undefined when there is no such creator. */
export async function insertFirstMessage(
  db: Queryable,
  creator_id: string,
  message: NewMessage,
): Promise<WrittenToCreator | undefined> {
  const { sender_id, now } = message
  return await retryOnDuplicate(async () => {
    const [row] = await db<(WrittenRow & { position: number | null })[]>`
      with creator as (
        select p.id as creator_id, ${mayWriteTo(db, { fan: sender_id, creator: 'p.id' }, now)} as may_write
        from profiles p where p.id = ${creator_id}
      ),
      own as (
        select c.id from conversations c join creator using (creator_id) where c.fan_id = ${sender_id}
      ),
      ${knownMessage(db, message)},
      counted as (
        insert into conversations as c (id, fan_id, creator_id, created_at, last_position, last_message_at)
        select ${newId(now)}::uuid, ${sender_id}::uuid, creator_id, ${now}::timestamptz, 1, ${now}::timestamptz
        from creator where may_write and not exists (select from known)
        on conflict (fan_id, creator_id)
          do update set last_position = c.last_position + 1, last_message_at = ${nextTime(db, now)}
        returning c.id, c.last_position, c.last_message_at
      ),
      ${keptMessage(db, message)}
      select m.conversation_id, ${sender_id}::uuid as fan_id, creator.creator_id, m.id, m.content, m.client_id,
        m.created_at, m.is_new, m.position
      from creator left join (select * from kept union all select * from known) m on true`
    return row && { ...written(row), is_first: row.position === 1 }
  })
}

/** What this device has sent before under the same name. It stays the sender's also when they may write no more. */
function knownMessage(db: Queryable, { sender_id, client_id }: NewMessage) {
  return db`known as (
    select m.conversation_id, m.id, m.content, m.client_id, m.created_at, false as is_new, m.position
    from own join messages m on m.conversation_id = own.id
    where m.sender_id = ${sender_id} and m.client_id = ${client_id ?? null}
  )`
}

/** Always later than the message before it, whatever the clock says: devices sort by it. */
export function nextTime(db: Queryable, now: Date) {
  return db`greatest(${now}, c.last_message_at + interval '1 millisecond')`
}

/** The id begins with the time that the message got, as every id does. */
function keptMessage(db: Queryable, { sender_id, content, client_id, now }: NewMessage) {
  return db`kept as (
    insert into messages (id, conversation_id, position, sender_id, content, client_id, created_at)
    select (lpad(to_hex((extract(epoch from last_message_at) * 1000)::bigint), 12, '0') || ${randomPart(now)})::uuid,
      id, last_position, ${sender_id}::uuid, ${content}::text, ${client_id ?? null}::uuid, last_message_at
    from counted
    returning conversation_id, id, content, client_id, created_at, true as is_new, position
  )`
}

/** All of an id but its time. */
export function randomPart(now: Date): string {
  return newId(now).replaceAll('-', '').slice(12)
}

/** Two of the same at once: the one that comes second is undone as a whole, and then finds the first. */
async function retryOnDuplicate<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isTwice = error instanceof postgres.PostgresError && error.code === '23505' && error.table_name === 'messages'
    if (!isTwice) throw error
    return await write()
  }
}

export function written(row: WrittenRow): Written {
  const { conversation_id, fan_id, creator_id, id, content, client_id, created_at, is_new } = row
  return {
    conversation_id,
    fan_id,
    creator_id,
    message: id === null ? null : { id, content, client_id, created_at },
    is_new,
  }
}
