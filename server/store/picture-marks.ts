import type { PictureMark } from '#contract/marks.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isPublic } from './visibility/things.ts'

export type MarkStyle = Exclude<PictureMark, 'off'>

/** How a creator has protected pictures marked; null if they are not. `owner` is the column with the creator's id. */
export function markOf(db: Queryable, owner: string) {
  return db`(select nullif(marking.picture_mark, 'off') from profiles marking where marking.id = ${db(owner)})`
}

/**
 * Whether the picture of a story, or one of the pictures of a post, can carry a mark. Videos and animations cannot: an animation
 * has one file only, of the middle width.
 */
export function canBeMarked(db: Queryable, thing: 'po' | 'st') {
  const isStill = db`still.content_type like 'image/%' and still.files -> 0 ->> 'name' = '480.webp'`
  const first = db`exists (select from media still where still.id = ${db(thing)}.media_id and ${isStill})`
  if (thing === 'st') return first
  return db`(${first} or po.pictures_count > 1 and exists (
    select from post_pictures pp join media still on still.id = pp.media_id where pp.post_id = po.id and ${isStill}
  ))`
}

/** Whether the pictures of a post or a story would carry the name of this viewer. The profile of its creator is `pr`. */
export function isMarked(db: Queryable, { thing, to }: { thing: 'po' | 'st'; to: string }) {
  return db`(pr.picture_mark <> 'off' and not ${isPublic(db, thing)} and ${db(thing)}.profile_id <> ${to}
    and ${canBeMarked(db, thing)})`
}

export async function findPictureMark(db: Queryable, creator_id: string): Promise<PictureMark> {
  const [row] = await db<{ picture_mark: PictureMark }[]>`select picture_mark from profiles where id = ${creator_id}`
  return row?.picture_mark ?? 'off'
}

export async function setPictureMark(db: Queryable, creator_id: string, mark: PictureMark): Promise<void> {
  await db`update profiles set picture_mark = ${mark} where id = ${creator_id}`
}
