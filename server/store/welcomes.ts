import { HOUR_MS } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { earlier } from '#server/time.ts'
import { isReached } from './visibility/audiences.ts'
import { isVisible } from './visibility/people.ts'

export interface StoredWelcome {
  enabled: boolean
  content: string
}

export async function findWelcomeMessage(db: Queryable, creator_id: string): Promise<StoredWelcome | undefined> {
  const [row] = await db<StoredWelcome[]>`
    select enabled, content from welcome_messages where creator_id = ${creator_id}`
  return row
}

export async function saveWelcomeMessage(
  db: Queryable,
  creator_id: string,
  { enabled, content }: StoredWelcome,
  now: Date,
): Promise<void> {
  await db`
    insert into welcome_messages (creator_id, enabled, content, updated_at)
    values (${creator_id}, ${enabled}, ${content}, ${now})
    on conflict (creator_id) do update set enabled = excluded.enabled, content = excluded.content, updated_at = excluded.updated_at`
}

/** Greets a new subscriber, if the creator wants that. Call it in the transaction that opens the access. */
export async function insertWelcome(
  db: Tx,
  { id, fan_id, creator_id, now }: { id: string; fan_id: string; creator_id: string; now: Date },
): Promise<void> {
  await db`
    insert into welcomes (id, creator_id, fan_id, created_at)
    select ${id}, creator_id, ${fan_id}, ${now} from welcome_messages where creator_id = ${creator_id} and enabled`
}

export async function hasWaitingWelcomes(db: Queryable): Promise<boolean> {
  return (await db`select 1 from welcomes where sent_at is null limit 1`).length > 0
}

export interface WaitingWelcome {
  id: string
  creator_id: string
  fan_id: string
  /** Of the fan and of the creator. */
  username: string | null
  creator: string | null
  /** Null if the creator has switched it off. */
  content: string | null
  /** False if the creator may not write to the fan, or if access has not begun. */
  is_reached: boolean
}

/** So long a new subscriber who cannot be written to is waited for: what was bought may begin a moment later by our clock. */
const WAIT_MS = HOUR_MS

/** Locks the next new subscribers whom no other process greets (`for update skip locked`), and judges each. */
export async function lockWelcomes(db: Tx, limit: number, now: Date): Promise<WaitingWelcome[]> {
  const is_reached = isReached(db, { fan: 'w.fan_id', creator: 'w.creator_id' }, now)
  return await db<WaitingWelcome[]>`
    select w.id, w.creator_id, w.fan_id, fan.username, creator.username as creator,
      (select m.content from welcome_messages m where m.creator_id = w.creator_id and m.enabled) as content,
      ${is_reached} as is_reached
    from welcomes w join users fan on fan.id = w.fan_id join users creator on creator.id = w.creator_id
    where w.sent_at is null and (${is_reached} or w.created_at <= ${earlier(now, WAIT_MS)})
    order by w.id limit ${limit} for update of w skip locked`
}

export async function setWelcomesSent(db: Tx, ids: readonly string[], now: Date): Promise<void> {
  await db`update welcomes set sent_at = ${now} where id = any(${ids})`
}

export async function deleteWelcomes(db: Tx, ids: readonly string[]): Promise<void> {
  await db`delete from welcomes where id = any(${ids})`
}

export interface WelcomeFigures {
  sent: number
  answered: number
  last_reader: { username: string; sent_at: string } | null
}

/** How many were greeted since this time, how many of them have written since, and the last one who has read it. */
export async function countWelcomes(db: Queryable, creator_id: string, since: Date): Promise<WelcomeFigures> {
  const [row] = await db<WelcomeFigures[]>`
    with greeted as (
      select w.fan_id, w.sent_at, m.position, c.id as conversation_id, c.fan_read
      from welcomes w
        join conversations c on c.fan_id = w.fan_id and c.creator_id = w.creator_id
        join messages m on m.conversation_id = c.id and m.sender_id = w.creator_id and m.client_id = w.id
      where w.creator_id = ${creator_id} and w.sent_at >= ${since}
    )
    select count(*)::int as sent,
      count(*) filter (where exists (
        select from messages a
        where a.conversation_id = g.conversation_id and a.sender_id = g.fan_id and a.position > g.position
      ))::int as answered,
      (
        select jsonb_build_object('username', u.username, 'sent_at', r.sent_at)
        from greeted r join users u on u.id = r.fan_id
        where r.fan_read >= r.position and ${isVisible(db, { person: 'r.fan_id', to: creator_id })}
        order by r.sent_at desc, r.fan_id limit 1
      ) as last_reader
    from greeted g`
  return row ?? { sent: 0, answered: 0, last_reader: null }
}
