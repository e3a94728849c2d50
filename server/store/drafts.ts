import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import type { PictureWords, ShownPicture } from './post-pictures.ts'
import { isPresent } from './visibility/people.ts'

export interface DraftRow {
  id: string
  profile_id: string
  description: string
  protected: boolean
  /** Of a scheduled post: then it has a description and a picture. */
  publish_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface DraftPicture extends ShownPicture {
  /** The request that brought it. */
  client_id: string | null
}

const COLUMNS = 'id, profile_id, description, protected, publish_at, created_at, updated_at'

/** Scheduled ones by their time, then drafts, the last changed first. */
export async function listDrafts(db: Queryable, owner_id: string): Promise<DraftRow[]> {
  return await db<DraftRow[]>`
    select ${db.unsafe(COLUMNS)} from drafts where profile_id = ${owner_id}
    order by publish_at nulls last, updated_at desc, id`
}

export async function countDrafts(db: Queryable, owner_id: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from drafts where profile_id = ${owner_id}`
  return row?.count ?? 0
}

export async function insertDraft(db: Queryable, draft: DraftRow): Promise<void> {
  await db`insert into drafts ${db({ ...draft, due_at: draft.publish_at })}`
}

export async function findOwnDraft(db: Queryable, owner_id: string, id: string): Promise<DraftRow | undefined> {
  const [draft] = await db<DraftRow[]>`
    select ${db.unsafe(COLUMNS)} from drafts where id = ${id} and profile_id = ${owner_id}`
  return draft
}

/** Locks the user's own draft until the transaction ends (`for update`). */
export async function lockOwnDraft(db: Tx, owner_id: string, id: string): Promise<DraftRow | undefined> {
  const [draft] = await db<DraftRow[]>`
    select ${db.unsafe(COLUMNS)} from drafts where id = ${id} and profile_id = ${owner_id} for update`
  return draft
}

export type DraftChanges = Partial<Pick<DraftRow, 'description' | 'protected' | 'publish_at'>>

/** A new time begins anew, whatever failed before. */
export async function updateDraft(db: Tx, id: string, changes: DraftChanges, now: Date): Promise<void> {
  const schedule = changes.publish_at === undefined ? {} : { due_at: changes.publish_at, attempts: 0 }
  await db`update drafts set ${db({ ...changes, ...schedule, updated_at: now })} where id = ${id}`
}

/** Its pictures go with it; their rows of media stay for the caller. */
export async function deleteDraft(db: Tx, id: string): Promise<void> {
  await db`delete from drafts where id = ${id}`
}

interface PictureOfDraft extends DraftPicture {
  draft_id: string
}

/** The pictures of these drafts, each in its order. */
export async function listDraftPictures(db: Queryable, draft_ids: readonly string[]): Promise<PictureOfDraft[]> {
  return await db<PictureOfDraft[]>`
    select draft_id, media_id, alt, focus_x, focus_y, width, height, client_id from draft_pictures
    where draft_id = any(${draft_ids}::uuid[]) order by draft_id, position, media_id`
}

/** Behind those that are there. Call it with the draft locked. */
export async function insertDraftPictures(
  db: Tx,
  draft_id: string,
  pictures: readonly DraftPicture[],
  { after }: { after: number },
): Promise<void> {
  if (pictures.length === 0) return
  const rows = pictures.map(({ media_id, alt, focus_x, focus_y, width, height, client_id }, place) => {
    return { media_id, draft_id, position: after + place + 1, alt, focus_x, focus_y, width, height, client_id }
  })
  await db`insert into draft_pictures ${db(rows)}`
}

/** The last place that is taken; a picture that was taken out leaves its own empty. */
export async function lastPosition(db: Tx, draft_id: string): Promise<number> {
  const [row] = await db<{ position: number }[]>`
    select coalesce(max(position), 0)::int as position from draft_pictures where draft_id = ${draft_id}`
  return row?.position ?? 0
}

/** Stores the order and the words of the pictures. Call it with the draft locked. */
export async function arrangeDraftPictures(
  db: Tx,
  pictures: readonly (PictureWords & { media_id: string })[],
): Promise<void> {
  for (const [place, { media_id, alt, focus_x, focus_y }] of pictures.entries()) {
    await db`
      update draft_pictures set ${db({ position: place + 1, alt, focus_x, focus_y })} where media_id = ${media_id}`
  }
}

export async function deleteDraftPicture(db: Tx, media_id: string): Promise<void> {
  await db`delete from draft_pictures where media_id = ${media_id}`
}

/** The post that a draft has become. */
export async function findPublished(db: Queryable, owner_id: string, draft_id: string): Promise<string | undefined> {
  const [post] = await db<{ id: string }[]>`
    select id from posts where draft_id = ${draft_id} and profile_id = ${owner_id}`
  return post?.id
}

/** Scheduled, and its time has come. While its creator is frozen or leaves, it waits. */
function isDue(db: Queryable, now: Date): Fragment {
  return db`d.due_at <= ${now} and ${isPresent(db, 'd.profile_id')}`
}

const PUBLISHED_AT_ONCE = 50

export async function listDueDrafts(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select d.id from drafts d where ${isDue(db, now)} order by d.due_at, d.id
    ${db.unsafe(`limit ${PUBLISHED_AT_ONCE}`)}`
  return rows.map(({ id }) => id)
}

/** Locks one of them until the transaction ends. Undefined if another process was faster, or something has changed. */
export async function lockDueDraft(db: Tx, id: string, now: Date): Promise<DraftRow | undefined> {
  const [draft] = await db<DraftRow[]>`
    select ${db.unsafe(COLUMNS)} from drafts d where d.id = ${id} and ${isDue(db, now)} for update of d skip locked`
  return draft
}

/** One that could not be published is tried later, so that it does not stand in front of the others. */
export async function postponeDraft(db: Queryable, id: string, due_at: Date): Promise<void> {
  await db`update drafts set attempts = attempts + 1, due_at = ${due_at} where id = ${id} and due_at is not null`
}

/** Drafts with nothing in them that nobody has touched since then. */
export async function deleteEmptyDrafts(db: Queryable, before: Date): Promise<void> {
  await db`
    delete from drafts d
    where d.updated_at < ${before} and d.description = '' and d.publish_at is null
      and not exists (select from draft_pictures p where p.draft_id = d.id)`
}
