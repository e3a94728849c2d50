import type { Queryable } from '#server/db/connect.ts'

export interface DatabaseFacts {
  version: string
  version_number: number
  role: string
  is_standby: boolean
  is_read_only: boolean
  connections: number
  max_connections: number
}

export async function findDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const [facts] = await db<DatabaseFacts[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
      current_user::text as role, pg_is_in_recovery() as is_standby,
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections`
  if (!facts) throw new Error('the database answered without a row')
  return facts
}

export async function findDatabaseTime(db: Queryable): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select clock_timestamp() as at`
  if (!row) throw new Error('the database answered without a row')
  return row.at
}

export interface QueueFacts {
  waiting: number
  oldest_waiting_s: number | null
  failed: { name: string; count: number }[]
  schedules: { name: string; last_at: Date | null }[]
}

/**
 * Ended jobs are deleted after an hour (`jobs.ts`), so the failures are those of the last hour. Undefined if the queue has
 * never been used. At most this many jobs are counted, so that a long queue does not make the check slow.
 */
export async function findQueueFacts(db: Queryable, max: number): Promise<QueueFacts | undefined> {
  const [found] =
    await db`select where to_regclass('pgboss.job') is not null and to_regclass('pgboss.schedule') is not null`
  if (!found) return undefined
  const [queue] = await db<Pick<QueueFacts, 'waiting' | 'oldest_waiting_s'>[]>`
    select count(*)::int as waiting, extract(epoch from now() - min(start_after))::int as oldest_waiting_s
    from (
      select start_after from pgboss.job where state in ('created', 'retry') and start_after <= now() limit ${max}
    ) due`
  const failed = await db<QueueFacts['failed']>`
    select name, count(*)::int as count
    from (select name from pgboss.job where state = 'failed' limit ${max}) failed
    group by name order by name`
  const schedules = await db<QueueFacts['schedules']>`
    select s.name, (
      select max(j.completed_on) from pgboss.job j where j.name = s.name and j.state = 'completed'
    ) as last_at
    from pgboss.schedule s order by s.name`
  return { waiting: queue?.waiting ?? 0, oldest_waiting_s: queue?.oldest_waiting_s ?? null, failed, schedules }
}

export interface LastBackup {
  taken_at: Date
  has_media: boolean
}

/** Undefined if there was none, or the schema is older than the table. */
export async function findLastBackup(db: Queryable): Promise<LastBackup | undefined> {
  if (!(await hasLastBackup(db))) return undefined
  const [row] = await db<LastBackup[]>`select taken_at, has_media from last_backup`
  return row
}

/** Does nothing on a schema that is older than the table. */
export async function recordBackup(db: Queryable, { taken_at, has_media }: LastBackup): Promise<void> {
  if (!(await hasLastBackup(db))) return
  await db`
    insert into last_backup (taken_at, has_media) values (${taken_at}, ${has_media})
    on conflict (is_only) do update set taken_at = excluded.taken_at, has_media = excluded.has_media`
}

async function hasLastBackup(db: Queryable): Promise<boolean> {
  const [found] = await db`select where to_regclass('last_backup') is not null`
  return found !== undefined
}
