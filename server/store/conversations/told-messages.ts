import type { Queryable, Tx } from '#server/db/connect.ts'
import { firstId } from '#server/store/ids.ts'
import { isClosed, isRemoved } from '#server/store/visibility/conversations.ts'

/** Messages between two ids, of which the first one is told with them. */
interface Range {
  from: string
  before: string
}

/** Where to begin: the first message that may not have been told, if there is one before this time. */
export async function findUntold(db: Queryable, before: Date): Promise<string | undefined> {
  const [row] = await db<{ until_id: string }[]>`
    select until_id from told_messages
    where exists (select from messages where id >= until_id and id < ${firstId(before)})`
  return row?.until_id
}

/** Begins to tell of messages from this time on, at the first start. */
export async function beginTelling(db: Queryable, since: Date): Promise<void> {
  await db`
    insert into told_messages (until_id) select ${firstId(since)}::uuid
    where not exists (select from told_messages) on conflict do nothing`
}

/** False if another process tells of messages at the moment (advisory lock, until the transaction ends). */
export async function lockTelling(db: Tx): Promise<boolean> {
  const [row] = await db<{ is_locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('tell messages', 0)) as is_locked`
  return row?.is_locked ?? false
}

/** Somebody who has not read what another one wrote to them. */
export interface Untold {
  conversation_id: string
  reader_id: string
  sender_id: string
}

/**
 * Marks who has not read a message of this range and was not told since they last read, and returns them. A conversation in
 * which somebody is writing right now is skipped, so that nobody waits: it is found again.
 */
export async function takeUntold(db: Tx, { from, before }: Range, limit: number): Promise<Untold[]> {
  const rows = await db<{ id: string; fan_id: string; creator_id: string; for_fan: boolean; for_creator: boolean }[]>`
    with written as (
      select m.conversation_id, m.sender_id, max(m.position) as position from messages m
      where m.id >= ${from} and m.id < ${before} and not ${isRemoved(db, 'm')}
      group by m.conversation_id, m.sender_id
    ),
    found as (
      select c.id, written.position, written.sender_id = c.fan_id as by_fan
      from written join conversations c on c.id = written.conversation_id
      where case
          when written.sender_id = c.fan_id then c.creator_told <= c.creator_read and c.creator_read < written.position
          else c.fan_told <= c.fan_read and c.fan_read < written.position
        end
        and not ${isClosed(db)}
      order by c.id limit ${limit} for no key update of c skip locked
    ),
    marks as (
      select id, max(position) filter (where not by_fan) as fan, max(position) filter (where by_fan) as creator
      from found group by id
    )
    update conversations c
    set fan_told = coalesce(marks.fan, c.fan_told), creator_told = coalesce(marks.creator, c.creator_told)
    from marks where c.id = marks.id
    returning c.id, c.fan_id, c.creator_id, marks.fan is not null as for_fan, marks.creator is not null as for_creator`
  return rows.flatMap(({ id: conversation_id, fan_id, creator_id, for_fan, for_creator }) => [
    ...(for_fan ? [{ conversation_id, reader_id: fan_id, sender_id: creator_id }] : []),
    ...(for_creator ? [{ conversation_id, reader_id: creator_id, sender_id: fan_id }] : []),
  ])
}

/** Everything before this time is told. */
export async function saveTold(db: Tx, until: Date): Promise<void> {
  await db`update told_messages set until_id = ${firstId(until)} where until_id < ${firstId(until)}`
}
