import type { Queryable } from '#server/db/connect.ts'

/** A process that serves this database, as it described itself with its last heartbeat. */
export interface ProcessRow {
  id: string
  reach: 'process' | 'redis'
  seen_at: Date
  /** The time since its last heartbeat, by the clock of the database. */
  silent_ms: number
}

/** Writes the heartbeat of a process, and returns the other processes. Those that are silent for a minute are forgotten. */
export async function writeHeartbeat(
  db: Queryable,
  { id, reach }: Pick<ProcessRow, 'id' | 'reach'>,
): Promise<ProcessRow[]> {
  return await db<ProcessRow[]>`
    with beat as (
      insert into processes (id, reach, seen_at) values (${id}, ${reach}, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at
    ),
    forgotten as (
      delete from processes where id <> ${id} and seen_at < clock_timestamp() - interval '1 minute'
    )
    select id, reach, seen_at, (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as silent_ms
    from processes where id <> ${id}`
}

/** The processes that wrote a heartbeat within this time. */
export async function listProcesses(db: Queryable, within_ms: number): Promise<Pick<ProcessRow, 'id' | 'reach'>[]> {
  return await db<Pick<ProcessRow, 'id' | 'reach'>[]>`
    select id, reach from processes where seen_at > clock_timestamp() - make_interval(secs => ${within_ms / 1000})`
}

/** Called when a process ends in an orderly way, so that nobody takes it for one that was killed. */
export async function deleteProcess(db: Queryable, id: string): Promise<void> {
  await db`delete from processes where id = ${id}`
}
