import type { AudienceName } from '#contract/broadcasts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { later } from '#server/time.ts'
import { hasLabel } from './fan-cards/fan-labels.ts'
import { audienceParts, isReached, reachedSubscribers } from './visibility/audiences.ts'

export interface NewBroadcast {
  id: string
  creator_id: string
  client_id: string
  audience: AudienceName
  /** Of the audience `label`. */
  label: string | null
  content: string
  publish_at: Date
  created_at: Date
  total: number
}

export interface BroadcastRow extends NewBroadcast {
  started_at: Date | null
  ended_at: Date | null
  cancelled_at: Date | null
  sent: number
  left_out: number
}

const COLUMNS = [
  'id',
  'creator_id',
  'client_id',
  'audience',
  'label',
  'content',
  'publish_at',
  'created_at',
  'started_at',
  'ended_at',
  'cancelled_at',
  'total',
  'sent',
  'left_out',
] as const

/** False if the creator has asked for it before. */
export async function insertBroadcast(db: Queryable, broadcast: NewBroadcast): Promise<boolean> {
  const rows = await db`
    insert into broadcasts
      ${db(broadcast, 'id', 'creator_id', 'client_id', 'audience', 'label', 'content', 'publish_at', 'created_at', 'total')}
    on conflict (creator_id, client_id) do nothing returning 1`
  return rows.length === 1
}

export async function findBroadcast(
  db: Queryable,
  creator_id: string,
  by: { id: string } | { client_id: string },
): Promise<BroadcastRow | undefined> {
  const is_it = 'id' in by ? db`id = ${by.id}` : db`client_id = ${by.client_id}`
  const [row] = await db<BroadcastRow[]>`
    select ${db(COLUMNS)} from broadcasts where creator_id = ${creator_id} and ${is_it}`
  return row
}

/** A page of a creator's broadcasts, newest first, plus the first row of the next page. */
export async function listBroadcasts(
  db: Queryable,
  creator_id: string,
  { at, id }: TimeCursor = FIRST_PAGE,
): Promise<BroadcastRow[]> {
  return await db<BroadcastRow[]>`
    select ${db(COLUMNS)} from broadcasts
    where creator_id = ${creator_id} and (created_at, id) < (${at}, ${id}::uuid)
    order by created_at desc, id desc ${db.unsafe(`limit ${PAGE_ROWS}`)}`
}

/** False if it has started, or was cancelled before. A batch that is being sent ends first. */
export async function cancelBroadcast(db: Queryable, creator_id: string, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    update broadcasts set cancelled_at = ${now}
    where id = ${id} and creator_id = ${creator_id} and started_at is null and cancelled_at is null returning 1`
  return rows.length === 1
}

/** An audience that needs no label. */
type PlainAudience = Exclude<AudienceName, 'label'>

/** How many people are in each audience now, and the name of one of them. */
export async function countAudiences(
  db: Queryable,
  creator_id: string,
  now: Date,
): Promise<Record<PlainAudience, number> & { reader: string | null }> {
  const { new_this_month, ending_in_7_days } = audienceParts(db, creator_id, timesOf(now))
  const [row] = await db<(Record<PlainAudience, number> & { reader: string | null })[]>`
    select count(*)::int as all, count(*) filter (where ${new_this_month})::int as new_this_month,
      count(*) filter (where ${ending_in_7_days})::int as ending_in_7_days,
      (select username from users where id = (array_agg(a.fan_id order by a.fan_id desc))[1]) as reader
    from (${reachedSubscribers(db, creator_id, now)}) a`
  return row ?? { all: 0, new_this_month: 0, ending_in_7_days: 0, reader: null }
}

/** The labels of a creator, and how many of those who carry each can be written to now. */
export async function countLabelled(
  db: Queryable,
  creator_id: string,
  now: Date,
): Promise<{ label: string; count: number }[]> {
  return await db<{ label: string; count: number }[]>`
    select min(l.label) as label,
      count(*) filter (where ${isReached(db, { fan: 'l.fan_id', creator: 'l.creator_id' }, now)})::int as count
    from fan_labels l where l.creator_id = ${creator_id} group by l.label_key order by l.label_key`
}

/** The month is that of UTC, as in the statements. */
function timesOf(now: Date): { month: Date; soon: Date } {
  return { month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())), soon: later(now, 7 * DAY_MS) }
}

export async function hasDueBroadcast(db: Queryable, now: Date): Promise<boolean> {
  const rows = await db`
    select 1 from broadcasts where publish_at <= ${now} and ended_at is null and cancelled_at is null limit 1`
  return rows.length > 0
}

/** A broadcast that is sent, with the name of its author. */
export type DueBroadcast = Pick<BroadcastRow, 'id' | 'creator_id' | 'audience' | 'label' | 'content' | 'started_at'> & {
  /** Null if the account is erased. */
  username: string | null
}

/** Locks the oldest due broadcast that no other process works on, until the transaction ends (`for update skip locked`). */
export async function lockDueBroadcast(db: Tx, now: Date): Promise<DueBroadcast | undefined> {
  const [row] = await db<DueBroadcast[]>`
    select b.id, b.creator_id, b.audience, b.label, b.content, b.started_at, u.username
    from broadcasts b join users u on u.id = b.creator_id
    where b.publish_at <= ${now} and b.ended_at is null and b.cancelled_at is null
    order by b.publish_at, b.id limit 1 for update of b skip locked`
  return row
}

/** Writes down who is in the audience at this moment. */
export async function startBroadcast(
  db: Tx,
  { id, creator_id, audience, label }: DueBroadcast,
  now: Date,
): Promise<void> {
  const part =
    audience === 'label'
      ? hasLabel(db, { creator_id, fan: db`a.fan_id`, label: label ?? '' })
      : audienceParts(db, creator_id, timesOf(now))[audience]
  await db`
    with listed as (
      insert into broadcast_recipients (broadcast_id, fan_id)
      select ${id}::uuid, a.fan_id from (${reachedSubscribers(db, creator_id, now)}) a where ${part}
      returning 1
    )
    update broadcasts set started_at = ${now}, total = (select count(*) from listed) where id = ${id}`
}

export interface Recipient {
  fan_id: string
  username: string | null
  /** False if the creator may not write to them any more. */
  is_reached: boolean
}

/** Takes the next people who wait for it off the list. Each is judged now. */
export async function takeRecipients(
  db: Tx,
  { id, creator_id }: DueBroadcast,
  limit: number,
  now: Date,
): Promise<Recipient[]> {
  return await db<Recipient[]>`
    with taken as (
      delete from broadcast_recipients where broadcast_id = ${id} and fan_id in (
        select fan_id from broadcast_recipients where broadcast_id = ${id} order by fan_id limit ${limit}
      )
      returning fan_id
    )
    select t.fan_id, u.username, ${isReached(db, { fan: 't.fan_id', creator: 'p.id' }, now)} as is_reached
    from taken t join users u on u.id = t.fan_id join profiles p on p.id = ${creator_id}
    order by t.fan_id`
}

/** Adds what a batch did. With `is_last`, all others of the audience were left out. */
export async function saveBatch(
  db: Tx,
  id: string,
  { sent, left_out, ended_at }: { sent: number; left_out: number; ended_at: Date | null },
): Promise<void> {
  await db`
    update broadcasts set sent = sent + ${sent}, ended_at = ${ended_at},
      left_out = case when ${ended_at !== null} then total - (sent + ${sent}) else left_out + ${left_out} end
    where id = ${id}`
}
