import type { Queryable } from '#server/db/connect.ts'
import type { StoredFiles } from '#server/store/media.ts'
import { mayOpenEvidence } from '#server/store/visibility/cases.ts'

/** A case whose files are held until they are copied. */
export interface UnsealedCase extends StoredFiles {
  id: string
  opened_at: Date
}

export async function listUnsealedCases(db: Queryable): Promise<UnsealedCase[]> {
  return await db<UnsealedCase[]>`
    select id, opened_at, source_key as store_key, source_files as files, sealed_type as content_type from cases
    where source_key is not null order by id limit 100`
}

export interface SealedCopy {
  store_key: string
  name: string
  bytes: number
}

/**
 * Stores the key of the sealed copy and releases the files it was made of. False if another process was faster. Without a
 * copy the files are released only.
 */
export async function sealCase(db: Queryable, id: string, copy: SealedCopy | undefined): Promise<boolean> {
  const rows = await db`
    update cases set source_key = null, source_files = null, sealed_key = ${copy?.store_key ?? null},
      sealed_name = ${copy?.name ?? null}, sealed_bytes = ${copy?.bytes ?? null}
    where id = ${id} and source_key is not null returning id`
  return rows.length === 1
}

/** Whether a row still refers to these files. */
export async function isStillUsed(db: Queryable, store_key: string): Promise<boolean> {
  const rows = await db`
    select from media where store_key = ${store_key}
    union all select from cases where source_key = ${store_key}
    limit 1`
  return rows.length > 0
}

/** The evidence that a member of staff opens. */
export interface OpenedEvidence {
  subject_id: string | null
  store_key: string
  /** Of the sealed copy; null while the original files are held. */
  name: string | null
  files: StoredFiles['files'] | null
  content_type: string
}

/** Undefined if this member of staff may not open it, or if there is none. */
export async function findEvidence(db: Queryable, staff_id: string, id: string): Promise<OpenedEvidence | undefined> {
  const [row] = await db<OpenedEvidence[]>`
    select c.subject_id, coalesce(c.sealed_key, c.source_key) as store_key, c.sealed_name as name, c.source_files as files,
      c.sealed_type as content_type
    from cases c
    where c.id = ${id} and coalesce(c.sealed_key, c.source_key) is not null and ${mayOpenEvidence(db, staff_id)}`
  return row
}

/** A case whose evidence was kept for long enough, with the key of its sealed copy, if it has one. */
export interface ExpiredCase {
  id: string
  key: string | null
}

/** Those whose time is over, without those on legal hold. */
export async function listExpiredEvidence(db: Queryable, now: Date): Promise<ExpiredCase[]> {
  return await db<ExpiredCase[]>`
    select id, sealed_key || '/' || sealed_name as key from cases
    where erase_at <= ${now} and not legal_hold and state = 'decided' and source_key is null
    order by erase_at limit 500`
}

/** The numbers of the cases about somebody whose evidence an admin keeps beyond its time. */
export async function listHeldCases(db: Queryable, user_id: string): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select number from cases where subject_id = ${user_id} and legal_hold order by number`
  return rows.map(({ number }) => number)
}

/** Erases the words and the key of the copy. What stays is the number, whom it was about, and the reports. */
export async function eraseEvidence(db: Queryable, id: string): Promise<void> {
  await db`
    update cases set evidence = null, sealed_key = null, sealed_name = null, sealed_bytes = null, sealed_type = null,
      erase_at = null
    where id = ${id}`
  await db`update case_reports set evidence = null where case_id = ${id}`
}
