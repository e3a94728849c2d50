import { IMAGE_WIDTHS, PORTRAIT_WIDTH } from '#contract/media.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_ID } from '#server/paging.ts'
import { type MarkStyle, markOf } from './picture-marks.ts'
import { type MediaViewer, mediaAccess } from './visibility/things.ts'

export interface MediaFile {
  name: string
  width: number
  height: number
  bytes: number
}

export interface NewMedia {
  id: string
  owner_id: string
  store_key: string
  content_type: string
  files: MediaFile[]
  created_at: Date
}

export async function insertMedia(db: Queryable, media: NewMedia): Promise<void> {
  const { id, owner_id, store_key, content_type, files, created_at } = media
  await db`
    insert into media (id, owner_id, store_key, content_type, files, created_at)
    values (${id}, ${owner_id}, ${store_key}, ${content_type}, ${db.json(files as never)}, ${created_at})`
}

/**
 * Copies a row under a new id, so that the files get a new URL. The caller deletes the old id, which may be in caches.
 */
export async function renewMediaId(db: Queryable, old_id: string, id: string): Promise<void> {
  await db`
    insert into media (id, owner_id, store_key, content_type, files, created_at)
    select ${id}, owner_id, store_key, content_type, files, created_at from media where id = ${old_id}`
}

/**
 * Whether no case holds the files of a key. A case holds those of what was reported until its sealed copy exists, so that
 * the author cannot delete them before. `store_key` is a column.
 */
export function isNotHeld(db: Queryable, store_key: string) {
  return db`(
    not exists (select from cases where cases.source_key = ${db(store_key)})
    and not exists (select from case_files where case_files.source_key = ${db(store_key)})
  )`
}

/** The files in the media store under one key. */
export type StoredFiles = Pick<NewMedia, 'store_key' | 'content_type' | 'files'>

/** Deletes an id. Returns the files to delete, or undefined while another id or a case refers to the same files. */
export async function deleteMedia(db: Queryable, id: string): Promise<StoredFiles | undefined> {
  const [row] = await db<StoredFiles[]>`
    with gone as (delete from media where id = ${id} returning id, store_key, content_type, files)
    select store_key, content_type, files from gone
    where not exists (select from media other where other.store_key = gone.store_key and other.id <> gone.id)
      and ${isNotHeld(db, 'gone.store_key')}`
  return row
}

const SWEPT_AT_ONCE = 5000

/**
 * Deletes all ids older than `before` that no row refers to, in batches, so that no statement takes longer the more there
 * are. Yields the files to delete.
 */
export async function* deleteUnreferencedMedia(db: Queryable, before: Date): AsyncGenerator<StoredFiles[]> {
  let after = FIRST_ID
  for (;;) {
    const [batch] = await db<{ id: string }[]>`
      select id from (
        select id from media where id > ${after} order by id ${db.unsafe(`limit ${SWEPT_AT_ONCE}`)}
      ) batch order by id desc limit 1`
    if (!batch) return
    yield await deleteUnreferencedBetween(db, before, { after, last: batch.id })
    after = batch.id
  }
}

async function deleteUnreferencedBetween(
  db: Queryable,
  before: Date,
  { after, last }: { after: string; last: string },
): Promise<StoredFiles[]> {
  return await db<StoredFiles[]>`
    with gone as (
      delete from media m
      where m.id > ${after} and m.id <= ${last} and created_at < ${before}
        and not exists (select from posts where media_id = m.id)
        and not exists (select from post_pictures where media_id = m.id)
        and not exists (select from draft_pictures where media_id = m.id)
        and not exists (select from stories where media_id = m.id)
        and not exists (select from profiles where picture_id = m.id)
        and not exists (select from profiles where hidden_picture_id = m.id)
      returning id, store_key, content_type, files
    )
    select distinct on (store_key) store_key, content_type, files from gone
    where not exists (
      select from media other
      where other.store_key = gone.store_key and not exists (select from gone also where also.id = other.id)
    ) and ${isNotHeld(db, 'gone.store_key')}`
}

/** The keys among these that a row refers to, sealed copies included. */
export async function findUsedStoreKeys(db: Queryable, store_keys: string[]): Promise<Set<string>> {
  const rows = await db<{ store_key: string }[]>`
    select store_key from media where store_key in ${db(store_keys)}
    union select source_key from cases where source_key in ${db(store_keys)}
    union select sealed_key from cases where sealed_key in ${db(store_keys)}
    union select source_key from case_files where source_key in ${db(store_keys)}
    union select sealed_key from case_files where sealed_key in ${db(store_keys)}`
  return new Set(rows.map(({ store_key }) => store_key))
}

export interface VisibleMedia {
  id: string
  owner_id: string
  store_key: string
  content_type: string
  files: MediaFile[]
  /** Public: the response is the same for everybody, so caches may keep it for a while. */
  is_public: boolean
  /** When the story expires, and all access to it with it. */
  ends_at: Date | null
  /** The post whose open report is the only reason why this member of staff may see it; null for everybody else. */
  reported_post_id: string | null
  /** How the owner has protected pictures marked; null for what is public, and for the owner. */
  mark: MarkStyle | null
}

/** Who asks for which id. */
export interface AskedMedia {
  viewer: MediaViewer
  id: string
}

/** The files of the ids whose viewer may see them, each with its place in the list, which begins with 1. */
export async function findVisibleMediaOf(
  db: Queryable,
  asked: readonly AskedMedia[],
  now: Date,
): Promise<(VisibleMedia & { place: number })[]> {
  const viewer = { id: db`asked.viewer_id`, is_staff: db`asked.is_staff` }
  const access = mediaAccess(db, viewer, now)
  return await db<(VisibleMedia & { place: number })[]>`
    select asked.place, m.id, m.owner_id, m.store_key, m.content_type, m.files, ${access.ends_at} as ends_at,
      ${access.is_public} as is_public, ${access.reported_post_id} as reported_post_id,
      case when not ${access.is_public} and m.owner_id is distinct from ${viewer.id} then ${markOf(db, 'm.owner_id')} end as mark
    -- Selected, the lists have no length that a plan could depend on: to make a new plan takes longer than to look up.
    from unnest(
        (select ${asked.map(({ id }) => id)}::uuid[]), (select ${asked.map((one) => one.viewer.id)}::uuid[]),
        (select ${asked.map((one) => String(one.viewer.is_staff))}::boolean[])
      ) with ordinality asked (id, viewer_id, is_staff, place)
      join media m on m.id = asked.id ${access.joins}
    where ${access.is_granted}`
}

const LARGE_PORTRAITS_AT_ONCE = 50

/**
 * The profile pictures that are not stored in the width for portraits, in batches: those of earlier versions. Animated ones
 * have no small file.
 */
export async function* listLargePortraits(db: Queryable): AsyncGenerator<(StoredFiles & { id: string })[]> {
  let after = FIRST_ID
  for (;;) {
    const batch = await db<(StoredFiles & { id: string })[]>`
      select m.id, m.store_key, m.content_type, m.files
      from profiles p join media m on m.id = p.picture_id
      where m.id > ${after} and m.files -> 0 ->> 'name' = ${`${IMAGE_WIDTHS[0]}.webp`}
        and (m.files -> 0 ->> 'width')::int > ${PORTRAIT_WIDTH}
      order by m.id ${db.unsafe(`limit ${LARGE_PORTRAITS_AT_ONCE}`)}`
    const last = batch.at(-1)
    if (!last) return
    yield batch
    after = last.id
  }
}

/** Adds a file to those of a picture, unless it was changed or deleted meanwhile. */
export async function replaceMediaFiles(
  db: Queryable,
  { id, files }: { id: string; files: MediaFile[] },
  by: MediaFile[],
): Promise<void> {
  await db`update media set files = ${db.json(by as never)} where id = ${id} and files = ${db.json(files as never)}`
}

const LISTED_AT_ONCE = 1000

/** All files that rows refer to, sealed copies included, by key, in pages, because there can be more than fit into memory. */
export async function* listAllMedia(db: Queryable): AsyncGenerator<StoredFiles[]> {
  const tables = await listEvidenceTables(db)
  let after = ''
  for (;;) {
    const part = (key: string) => db`${db(key)} > ${after} order by ${db(key)} ${db.unsafe(`limit ${LISTED_AT_ONCE}`)}`
    const of_cases = tables.map(
      (table) => db`
        union all (select source_key, sealed_type, source_files from ${db(table)} where ${part('source_key')})
        union all (
          select sealed_key, sealed_type,
            jsonb_build_array(jsonb_build_object('name', sealed_name, 'width', 0, 'height', 0, 'bytes', sealed_bytes))
          from ${db(table)} where ${part('sealed_key')}
        )`,
    )
    const page = await db<StoredFiles[]>`
      select distinct on (store_key) store_key, content_type, files
      from ((select store_key, content_type, files from media where ${part('store_key')}) ${of_cases.reduce((all, one) => db`${all} ${one}`, db``)}) known
      order by store_key ${db.unsafe(`limit ${LISTED_AT_ONCE}`)}`
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.store_key
  }
}

/** The tables that name the evidence of cases. */
export type EvidenceTable = 'cases' | 'case_files'

/** Those that the database has. Backups are also taken of older versions. */
export async function listEvidenceTables(db: Queryable): Promise<EvidenceTable[]> {
  const rows = await db<{ name: EvidenceTable }[]>`
    select name from unnest(array['cases', 'case_files']) known (name) where to_regclass(name) is not null`
  return rows.map(({ name }) => name)
}

/**
 * Table lock: while `work` runs, no row of media or of a case is added or deleted, and so no file. Writers wait. Which tables
 * there are is asked before the transaction, whose first query takes its snapshot.
 */
export async function lockMedia<T>(tx: Tx, tables: readonly EvidenceTable[], work: () => Promise<T>): Promise<T> {
  const others = tables.reduce((all, table) => tx`${all}, ${tx(table)}`, tx``)
  await tx`savepoint before_lock`
  await tx`lock table media ${others} in share mode`
  const result = await work()
  // A rollback to the savepoint releases the lock before the transaction ends.
  await tx`rollback to savepoint before_lock`
  return result
}

/** Records that no row refers to these files. Returns those that were recorded before `before`. */
export async function recordUnknownFiles(
  db: Queryable,
  store_keys: string[],
  { now, before }: { now: Date; before: Date },
): Promise<Set<string>> {
  if (store_keys.length === 0) return new Set()
  const seen = store_keys.map((store_key) => ({ store_key, first_seen_at: now, last_seen_at: now }))
  const rows = await db<{ store_key: string; first_seen_at: Date }[]>`
    insert into unknown_files ${db(seen)}
    on conflict (store_key) do update set last_seen_at = excluded.last_seen_at
    returning store_key, first_seen_at`
  return new Set(rows.filter(({ first_seen_at }) => first_seen_at < before).map(({ store_key }) => store_key))
}

/** Deletes the records of files that are gone, or that a row refers to by now. */
export async function deleteKnownFiles(db: Queryable, now: Date): Promise<void> {
  await db`delete from unknown_files where last_seen_at < ${now}`
}
