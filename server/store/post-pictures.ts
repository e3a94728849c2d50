import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { deleteMedia, type MediaFile, renewMediaId, type StoredFiles } from './media.ts'

/** What is told of a picture besides its bytes. The focus is in percent from the top left corner. */
export interface PictureWords {
  alt: string
  focus_x: number
  focus_y: number
}

/** A picture of a post or of a draft. The size is that of its largest file. */
export interface ShownPicture extends PictureWords {
  media_id: string
  width: number
  height: number
}

/** The size of the largest file: they are sorted by their width. */
export function sizeOf(files: readonly MediaFile[]): { width: number; height: number } {
  const { width = 0, height = 0 } = files.at(-1) ?? {}
  return { width, height }
}

/** What a list tells of the pictures of a post. `media_id` is the first; null if this viewer may not see them. */
export interface PicturesRow extends PictureWords {
  media_id: string | null
  width: number
  height: number
  /** The pictures after the first; null if there are none, or if they may not see them. */
  further: ShownPicture[] | null
}

/**
 * The pictures of each post of a list: the columns of a `PicturesRow`, and the lateral joins that they need. The joins look
 * up the size of a picture that was published before posts knew it, and the pictures after the first; for all other posts
 * they read nothing. The `offset` keeps the condition inside: as a plain join it would be asked after the row was read.
 */
export function picturesOf(db: Queryable, post: string, is_accessible: Fragment) {
  const po = db(post)
  return {
    columns: db`
      case when ${is_accessible} then ${po}.media_id end as media_id, ${po}.alt, ${po}.focus_x, ${po}.focus_y,
      coalesce(${po}.width, cover.width) as width, coalesce(${po}.height, cover.height) as height,
      case when ${is_accessible} then album.pictures end as further`,
    joins: db`
      left join lateral (
        select (m.files -> -1 ->> 'width')::int as width, (m.files -> -1 ->> 'height')::int as height
        from media m where m.id = ${po}.media_id and ${po}.width is null offset 0
      ) cover on true
      left join lateral (
        select json_agg(json_build_object(
          'media_id', pp.media_id, 'alt', pp.alt, 'focus_x', pp.focus_x, 'focus_y', pp.focus_y, 'width', pp.width,
          'height', pp.height
        ) order by pp.position) as pictures
        from post_pictures pp where pp.post_id = ${po}.id and ${po}.pictures_count > 1
      ) album on true`,
  }
}

/** The pictures after the first. */
export async function insertFurtherPictures(
  db: Queryable,
  post_id: string,
  pictures: readonly ShownPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  const rows = pictures.map(({ media_id, alt, focus_x, focus_y, width, height }, place) => {
    return { media_id, post_id, position: place + 2, alt, focus_x, focus_y, width, height }
  })
  await db`insert into post_pictures ${db(rows)}`
}

/** All pictures of a post in their order. Call it with the post locked. */
export async function listPictures(db: Queryable, post_id: string): Promise<ShownPicture[]> {
  return await db<ShownPicture[]>`
    select media_id, alt, focus_x, focus_y, width, height from (
      select 1 as position, po.media_id, po.alt, po.focus_x, po.focus_y,
        coalesce(po.width, (m.files -> -1 ->> 'width')::int) as width,
        coalesce(po.height, (m.files -> -1 ->> 'height')::int) as height
      from posts po join media m on m.id = po.media_id where po.id = ${post_id}
      union all
      select position, media_id, alt, focus_x, focus_y, width, height from post_pictures where post_id = ${post_id}
    ) pictures order by position`
}

/** The ids of the pictures after the first. */
export async function listFurtherIds(db: Queryable, post_id: string): Promise<string[]> {
  const rows = await db<{ media_id: string }[]>`select media_id from post_pictures where post_id = ${post_id}`
  return rows.map(({ media_id }) => media_id)
}

/** Stores all pictures of a post anew, in this order. Call it with the post locked. */
export async function replacePictures(db: Tx, post_id: string, pictures: readonly ShownPicture[]): Promise<void> {
  const [cover, ...further] = pictures
  if (!cover) return
  await db`delete from post_pictures where post_id = ${post_id}`
  await db`update posts set ${db({ ...cover, pictures_count: pictures.length })} where id = ${post_id}`
  await insertFurtherPictures(db, post_id, further)
}

/**
 * The same pictures under new ids. The caller stores them with `replacePictures` and then deletes the old ids, which were
 * public and may be in caches.
 */
export async function renewPictures(
  db: Tx,
  pictures: readonly ShownPicture[],
  nextId: () => string,
): Promise<ShownPicture[]> {
  const renewed: ShownPicture[] = []
  for (const picture of pictures) {
    const media_id = nextId()
    await renewMediaId(db, picture.media_id, media_id)
    renewed.push({ ...picture, media_id })
  }
  return renewed
}

/** Deletes ids that no row refers to any more. Returns the files to discard after the commit. */
export async function deletePictures(db: Tx, media_ids: readonly string[]): Promise<StoredFiles[]> {
  const files: StoredFiles[] = []
  for (const id of media_ids) {
    const stored = await deleteMedia(db, id)
    if (stored) files.push(stored)
  }
  return files
}
