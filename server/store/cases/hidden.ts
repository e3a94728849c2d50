import type { ReportedKind } from '#contract/cases.ts'
import { PROFILE_PARTS, type ProfilePart } from '#contract/decisions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { StoredFiles } from '#server/store/media.ts'
import { deletePictures, listFurtherIds } from '#server/store/post-pictures.ts'
import { updateLastPublicPost } from '#server/store/posts.ts'

/** What staff hide, restore or erase. Of a profile it is the picture, the bio or both. */
export interface HiddenObject {
  kind: ReportedKind
  object_id: string
  parts?: readonly ProfilePart[] | null | undefined
}

/** Replaces the words of a hidden message in its row, so that no reader has to know that it is hidden. */
const HIDDEN_MESSAGE = 'Message removed'

const TABLES = { post: 'posts', story: 'stories' } as const

/** Idempotent: what is hidden stays as it is. It is absent for everybody until it is restored or erased. */
export async function hideObject(db: Tx, { kind, object_id, parts }: HiddenObject, now: Date): Promise<void> {
  if (kind === 'post' || kind === 'story') {
    const rows = await db<{ profile_id: string }[]>`
      update ${db(TABLES[kind])} set hidden_at = ${now} where id = ${object_id} and hidden_at is null returning profile_id`
    if (kind === 'post' && rows[0]) await updateLastPublicPost(db, rows[0].profile_id)
  } else if (kind === 'message') {
    await db`
      update messages set hidden_at = ${now}, hidden_content = content, content = ${HIDDEN_MESSAGE}
      where id = ${object_id} and hidden_at is null`
  } else {
    for (const part of parts ?? PROFILE_PARTS) await hidePart(db, object_id, part)
  }
}

/** The picture of an earlier removal has no reference any more then; the sweep deletes it. */
async function hidePart(db: Tx, profile_id: string, part: ProfilePart): Promise<void> {
  if (part === 'picture') {
    await db`
      update profiles set hidden_picture_id = picture_id, picture_id = null
      where id = ${profile_id} and picture_id is not null`
  } else {
    await db`update profiles set hidden_bio = bio, bio = '' where id = ${profile_id} and bio <> ''`
  }
}

/** Brings back what is hidden, to the byte. A picture or bio that its owner has set in the meantime stays. */
export async function restoreObject(db: Tx, { kind, object_id, parts }: HiddenObject): Promise<void> {
  if (kind === 'post' || kind === 'story') {
    const rows = await db<{ profile_id: string }[]>`
      update ${db(TABLES[kind])} set hidden_at = null where id = ${object_id} and hidden_at is not null returning profile_id`
    if (kind === 'post' && rows[0]) await updateLastPublicPost(db, rows[0].profile_id)
  } else if (kind === 'message') {
    await db`
      update messages set content = hidden_content, hidden_content = null, hidden_at = null
      where id = ${object_id} and hidden_at is not null`
  } else {
    for (const part of parts ?? PROFILE_PARTS) await restorePart(db, object_id, part)
  }
}

async function restorePart(db: Tx, profile_id: string, part: ProfilePart): Promise<void> {
  if (part === 'picture') {
    await db`
      update profiles set picture_id = coalesce(picture_id, hidden_picture_id), hidden_picture_id = null
      where id = ${profile_id} and hidden_picture_id is not null`
  } else {
    await db`
      update profiles set bio = case when bio = '' then hidden_bio else bio end, hidden_bio = null
      where id = ${profile_id} and hidden_bio is not null`
  }
}

/** Erases what is hidden for good. Returns the files to discard after the commit, without those that a case holds. */
export async function eraseHiddenObject(db: Tx, { kind, object_id, parts }: HiddenObject): Promise<StoredFiles[]> {
  if (kind === 'post' || kind === 'story') {
    // The rows of the pictures after the first go with the post.
    const further = kind === 'post' ? await listFurtherIds(db, object_id) : []
    const rows = await db<{ media_id: string }[]>`
      delete from ${db(TABLES[kind])} where id = ${object_id} and hidden_at is not null returning media_id`
    return await deletePictures(
      db,
      rows.flatMap(({ media_id }) => [media_id, ...further]),
    )
  }
  if (kind === 'message') {
    await db`update messages set hidden_content = '' where id = ${object_id} and hidden_at is not null`
    return []
  }
  const wanted = parts ?? PROFILE_PARTS
  if (wanted.includes('bio')) await db`update profiles set hidden_bio = null where id = ${object_id}`
  return wanted.includes('picture') ? await erasePicture(db, object_id) : []
}

async function erasePicture(db: Tx, profile_id: string): Promise<StoredFiles[]> {
  const rows = await db<{ media_id: string | null }[]>`
    update profiles p set hidden_picture_id = null from profiles before
    where p.id = ${profile_id} and before.id = p.id returning before.hidden_picture_id as media_id`
  return await deletePictures(
    db,
    rows.flatMap(({ media_id }) => media_id ?? []),
  )
}
