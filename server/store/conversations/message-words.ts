import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { firstId } from '#server/store/ids.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'

/** How far the words of messages are written, see migration 071. */
export interface IndexState {
  settled_id: string
  newest_id: string
  filled_id: string | null
}

/** False if another process writes words at the moment (advisory lock, until the transaction ends). */
export async function lockIndexing(db: Tx): Promise<boolean> {
  const [row] = await db<{ is_locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('index messages', 0)) as is_locked`
  return row?.is_locked ?? false
}

/** At the first start, what was written before now is filled in from there on backwards. */
export async function findIndexState(db: Tx, now: Date): Promise<IndexState> {
  const first = firstId(now)
  await db`
    insert into indexed_messages (settled_id, newest_id, filled_id) select ${first}::uuid, ${first}::uuid, ${first}::uuid
    where not exists (select from indexed_messages) on conflict do nothing`
  const [state] = await db<IndexState[]>`select settled_id, newest_id, filled_id from indexed_messages`
  if (!state) throw new Error('the row was just inserted')
  return state
}

export async function saveIndexState(db: Tx, state: IndexState): Promise<void> {
  await db`update indexed_messages set ${db({ ...state })}`
}

/** What a step has looked at: how many messages, and the last one. */
export interface Indexed {
  count: number
  last_id: string | undefined
}

/** Writes the words of new messages, in the order in which they were sent. */
export async function indexNewer(db: Tx, newest_id: string, limit: number): Promise<Indexed> {
  return await indexWords(db, db`id > ${newest_id} order by id limit ${limit}`)
}

/** Writes the words of messages from before the first start, the newest first. */
export async function indexOlder(db: Tx, filled_id: string, limit: number): Promise<Indexed> {
  return await indexWords(db, db`id < ${filled_id} order by id desc limit ${limit}`)
}

/** Writes the words of messages that were committed after newer ones had been looked at. */
export async function indexMissed(
  db: Tx,
  { from, before }: { from: string; before: string },
  limit: number,
): Promise<Indexed> {
  return await indexWords(
    db,
    db`id >= ${from} and id < ${before} and not exists (
      select from message_words w where w.conversation_id = messages.conversation_id and w.position = messages.position
    ) and not ${isRemoved(db, 'messages')} order by id limit ${limit}`,
  )
}

/**
 * The lock on each message makes a removal by staff wait, and this wait for a removal: afterwards the words of a removed
 * message are never there.
 */
async function indexWords(db: Tx, which: Fragment): Promise<Indexed> {
  const [row] = await db<{ count: number; last_id: string | null }[]>`
    with looked as (select id, conversation_id, position from messages where ${which}),
    locked as (
      select m.conversation_id, m.position, m.content from messages m
      where m.id in (select id from looked) and not ${isRemoved(db, 'm')} for share
    ),
    written as (
      insert into message_words (conversation_id, position, words)
      select l.conversation_id, l.position, inbox_words(c.creator_id, l.content)
      from locked l join conversations c on c.id = l.conversation_id
      on conflict do nothing
    )
    select count(*)::int as count, (array_agg(id))[count(*)] as last_id from looked`
  return { count: row?.count ?? 0, last_id: row?.last_id ?? undefined }
}

/** Whether anything was sent since this message that might be missing. */
export async function hasMessagesSince(db: Tx, { from, before }: { from: string; before: string }): Promise<boolean> {
  const [row] = await db<{ has_any: boolean }[]>`
    select exists (select from messages where id >= ${from} and id < ${before}) as has_any`
  return row?.has_any ?? false
}

/** Since when words may be missing: such messages are read instead. Before the first start that is all of them. */
export async function findSettledTime(db: Queryable): Promise<Date> {
  const [row] = await db<{ settled_at: Date }[]>`
    select to_timestamp(('x' || left(replace(settled_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) as settled_at
    from indexed_messages`
  return row?.settled_at ?? new Date(0)
}
