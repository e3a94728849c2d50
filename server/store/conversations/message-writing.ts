import type { Queryable } from '#server/db/connect.ts'
import { isDatabaseError } from '#server/db/database-errors.ts'
import { newId } from '#server/store/ids.ts'
import { mayWrite, mayWriteTo } from '#server/store/visibility/conversations.ts'
import type { Participants } from './conversations.ts'

export interface NewMessage {
  sender_id: string
  content: string
  client_id: string | undefined
  now: Date
}

/** The result of sending a message. */
export interface Written extends Participants {
  conversation_id: string
  /** Null if the sender may not write, or not any more. */
  message: { id: string; content: string; client_id: string | null; created_at: Date } | null
  /** False if the message existed already, because a device sent it twice. */
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
 * Writes a message; undefined if the sender is not a participant. One statement locks the conversation, checks that the
 * sender may write, takes the next position and inserts the message, so positions and times have one order.
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

/** The result of sending a message to a creator. */
interface WrittenToCreator extends Written {
  /** Whether this message started the conversation; also true for a retry of that message. */
  is_first: boolean
}

/** Writes to a creator, in the existing conversation or in a new one; undefined if there is no such creator. */
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

/** Idempotent: a repeated `client_id` returns the first message, even if the sender may not write any more. */
function knownMessage(db: Queryable, { sender_id, client_id }: NewMessage) {
  return db`known as (
    select m.conversation_id, m.id, m.content, m.client_id, m.created_at, false as is_new, m.position
    from own join messages m on m.conversation_id = own.id
    where m.sender_id = ${sender_id} and m.client_id = ${client_id ?? null}
  )`
}

/** Always later than the previous message, whatever the clock says, because clients sort by it. */
export function nextTime(db: Queryable, now: Date) {
  return db`greatest(${now}, c.last_message_at + interval '1 millisecond')`
}

/** The id contains the time of the message, as every UUIDv7 does. */
function keptMessage(db: Queryable, { sender_id, content, client_id, now }: NewMessage) {
  return db`kept as (
    insert into messages (id, conversation_id, position, sender_id, content, client_id, created_at)
    select (lpad(to_hex((extract(epoch from last_message_at) * 1000)::bigint), 12, '0') || ${randomPart(now)})::uuid,
      id, last_position, ${sender_id}::uuid, ${content}::text, ${client_id ?? null}::uuid, last_message_at
    from counted
    returning conversation_id, id, content, client_id, created_at, true as is_new, position
  )`
}

/** The part of a UUIDv7 after its timestamp. */
export function randomPart(now: Date): string {
  return newId(now).replaceAll('-', '').slice(12)
}

/**
 * Retries once after a unique violation: of two concurrent duplicates the second is rolled back, and the retry finds
 * the first.
 */
async function retryOnDuplicate<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const isTwice = isDatabaseError(error) && error.code === '23505' && error.table === 'messages'
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
