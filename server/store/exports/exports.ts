import type { Locale } from '#contract/accounts.ts'
import { EXPORT_FRESH_HOURS, EXPORT_KEPT_DAYS, type Export } from '#contract/exports.ts'
import type { Queryable } from '#server/db/connect.ts'
import { hasNoDeletionRequest, hasPassword } from '#server/store/visibility/people.ts'

export interface ExportRow {
  id: string
  state: Export['state']
  requested_at: Date
  expires_at: Date | null
  bytes: number | null
  /** The name of the file; null until an attempt has started. */
  file_key: string | null
}

const SHOWN = 20

/** The export that a repeated request returns: a recent one that is being prepared or is ready. */
export async function findFreshExport(db: Queryable, user_id: string, now: Date): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`
    select ${exportColumns(db)} from exports
    where user_id = ${user_id} and state in ('preparing', 'ready')
      and requested_at > ${now}::timestamptz - make_interval(hours => ${EXPORT_FRESH_HOURS})
    order by requested_at desc limit 1`
  return row
}

export async function insertExport(
  db: Queryable,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
): Promise<ExportRow> {
  await db`insert into exports (id, user_id, requested_at) values (${id}, ${user_id}, ${now})`
  return { id, state: 'preparing', requested_at: now, expires_at: null, bytes: null, file_key: null }
}

/** The user's exports without the expired ones, newest first. */
export async function listExports(db: Queryable, user_id: string, now: Date): Promise<ExportRow[]> {
  return await db<ExportRow[]>`
    select ${exportColumns(db)} from exports
    where user_id = ${user_id} and (expires_at is null or expires_at > ${now})
    order by requested_at desc, id desc limit ${SHOWN}`
}

function exportColumns(db: Queryable) {
  return db`id, state, requested_at, expires_at, bytes, file_key`
}

export interface ReadyExport {
  file_key: string
  bytes: number
  requested_at: Date
}

/** The user's own export, while its file can be downloaded. */
export async function findReadyExport(
  db: Queryable,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
): Promise<ReadyExport | undefined> {
  const [row] = await db<ReadyExport[]>`
    select file_key, bytes, requested_at from exports
    where id = ${id} and user_id = ${user_id} and state = 'ready' and expires_at > ${now}`
  return row
}

export interface ClaimedExport {
  id: string
  user_id: string
  locale: Locale | null
  attempts: number
  /** The name of the file. Each attempt has its own, so that no attempt overwrites the file of another. */
  file_key: string
}

/**
 * Claims the next export with a lease that ends at `held_until` (`skip locked`). Exports of soft-deleted accounts are
 * not claimed; those of frozen people are, and a mail brings them the link. The attempt is counted before it starts.
 */
export async function claimExport(db: Queryable, now: Date, held_until: Date): Promise<ClaimedExport | undefined> {
  const [row] = await db<ClaimedExport[]>`
    update exports e set held_until = ${held_until}, attempts = attempts + 1, file_key = e.id || '-' || (attempts + 1) || '.zip'
    from users u
    where u.id = e.user_id and e.id = (
      select id from exports
      where state = 'preparing' and (held_until is null or held_until <= ${now})
        and exists (
          select from users owner
          where owner.id = exports.user_id and ${hasNoDeletionRequest(db, 'owner')} and ${hasPassword(db, 'owner')}
        )
      order by requested_at, id limit 1
      for update skip locked
    )
    returning e.id, e.user_id, u.locale, e.attempts, e.file_key`
  return row
}

type Attempt = Pick<ClaimedExport, 'id' | 'file_key'>

/** Extends the lease of an attempt that is still running. */
export async function extendExportLease(db: Queryable, { id, file_key }: Attempt, held_until: Date): Promise<void> {
  await db`update exports set held_until = ${held_until} where id = ${id} and file_key = ${file_key}`
}

/** False if the account was erased, or another attempt has started in the meantime. */
export async function finishExport(
  db: Queryable,
  done: Attempt & { bytes: number; now: Date; expires_at: Date },
): Promise<boolean> {
  const { count } = await db`
    update exports set state = 'ready', ready_at = ${done.now}, expires_at = ${done.expires_at},
      bytes = ${done.bytes}, held_until = null
    where id = ${done.id} and file_key = ${done.file_key} and state = 'preparing'`
  return count === 1
}

export async function failExport(db: Queryable, { id, file_key }: Attempt): Promise<void> {
  await db`
    update exports set state = 'failed', held_until = null
    where id = ${id} and file_key = ${file_key} and state = 'preparing'`
}

/** Expired exports, and failed ones of the same age. Delete the file first and the row afterwards. */
export async function listExpiredExports(db: Queryable, now: Date): Promise<{ id: string; file_key: string | null }[]> {
  return await db`
    select id, file_key from exports
    where expires_at <= ${now} or (
      state = 'failed' and requested_at <= ${now}::timestamptz - make_interval(days => ${EXPORT_KEPT_DAYS})
    )`
}

export async function deleteExport(db: Queryable, id: string): Promise<void> {
  await db`delete from exports where id = ${id}`
}

/** The files among these that a row refers to. */
export async function findKnownFiles(db: Queryable, file_keys: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ file_key: string }[]>`
    select file_key from exports where file_key = any(${[...file_keys]}::text[])`
  return new Set(rows.map(({ file_key }) => file_key))
}
