import type { Queryable } from '#server/db/connect.ts'
import type { StoredFiles } from '#server/store/media.ts'
import { mayOpenEvidence } from '#server/store/visibility/cases.ts'

/** A file of the evidence of a case: a post with several pictures has several, from 1 on. */
export interface EvidencePlace {
  id: string
  position: number
}

/** Files of a case that are held until they are copied. */
export interface UnsealedFiles extends StoredFiles, EvidencePlace {
  opened_at: Date
}

export async function listUnsealedFiles(db: Queryable): Promise<UnsealedFiles[]> {
  return await db<UnsealedFiles[]>`
    select id, 1 as position, opened_at, source_key as store_key, source_files as files, sealed_type as content_type
    from cases where source_key is not null
    union all
    select c.id, f.position, c.opened_at, f.source_key, f.source_files, f.sealed_type
    from case_files f join cases c on c.id = f.case_id where f.source_key is not null
    order by id, position limit 100`
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
export async function sealFiles(
  db: Queryable,
  { id, position }: EvidencePlace,
  copy: SealedCopy | undefined,
): Promise<boolean> {
  const sealed = {
    source_key: null,
    source_files: null,
    sealed_key: copy?.store_key ?? null,
    sealed_name: copy?.name ?? null,
    sealed_bytes: copy?.bytes ?? null,
  }
  const rows =
    position === 1
      ? await db`update cases set ${db(sealed)} where id = ${id} and source_key is not null returning id`
      : await db`
        update case_files set ${db(sealed)}
        where case_id = ${id} and position = ${position} and source_key is not null returning position`
  return rows.length === 1
}

/** Whether a row still refers to these files. */
export async function isStillUsed(db: Queryable, store_key: string): Promise<boolean> {
  const rows = await db`
    select from media where store_key = ${store_key}
    union all select from cases where source_key = ${store_key}
    union all select from case_files where source_key = ${store_key}
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
export async function findEvidence(
  db: Queryable,
  staff_id: string,
  { id, position }: EvidencePlace,
): Promise<OpenedEvidence | undefined> {
  const columns = db.unsafe('source_key, source_files, sealed_key, sealed_name, sealed_type')
  const [row] = await db<OpenedEvidence[]>`
    select c.subject_id, coalesce(f.sealed_key, f.source_key) as store_key, f.sealed_name as name, f.source_files as files,
      f.sealed_type as content_type
    from cases c
      cross join lateral (
        select 1 as position, c.source_key, c.source_files, c.sealed_key, c.sealed_name, c.sealed_type
        union all select position, ${columns} from case_files where case_id = c.id
      ) f
    where c.id = ${id} and f.position = ${position} and coalesce(f.sealed_key, f.source_key) is not null
      and ${mayOpenEvidence(db, staff_id)}`
  return row
}

/** A case whose evidence was kept for long enough, with the keys of its sealed copies. */
export interface ExpiredCase {
  id: string
  keys: string[]
}

/** Those whose time is over, without those on legal hold. */
export async function listExpiredEvidence(db: Queryable, now: Date): Promise<ExpiredCase[]> {
  return await db<ExpiredCase[]>`
    select id, array_remove(
        sealed_key || '/' || sealed_name
          || array(select sealed_key || '/' || sealed_name from case_files where case_id = cases.id), null
      ) as keys
    from cases
    where erase_at <= ${now} and not legal_hold and state = 'decided' and source_key is null
      and not exists (select from case_files where case_id = cases.id and source_key is not null)
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
  await db`delete from case_files where case_id = ${id}`
  await db`update case_reports set evidence = null where case_id = ${id}`
}
