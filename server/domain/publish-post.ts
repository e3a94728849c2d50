import type { Arrangement, Focus } from '#contract/posts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import type { StoredMedia } from '#server/media/media.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { newId } from '#server/store/ids.ts'
import { insertMedia } from '#server/store/media.ts'
import { insertFurtherPictures, type PictureWords, type ShownPicture, sizeOf } from '#server/store/post-pictures.ts'
import { insertPost } from '#server/store/posts.ts'
import { insertTelling } from '#server/store/tellings.ts'
import { cleanText } from '#server/text.ts'

/** An uploaded picture with what its creator says of it. */
export interface UploadedPicture extends PictureWords {
  file: UploadedFile
}

/** A picture whose files are in the media store, and whose row is still to be inserted. */
export interface TakenPicture extends ShownPicture {
  stored: StoredMedia
}

/** The words of a picture, as a form sends them: `focus` is "x,y" in percent, and the middle by default. */
export function pictureWords({ alt, focus }: { alt: string | undefined; focus: string | undefined }): PictureWords {
  const [focus_x = 50, focus_y = 50] = focus ? focus.split(',').map(Number) : []
  return { alt: cleanText(alt ?? ''), focus_x, focus_y }
}

/**
 * Checks, re-encodes and stores pictures, one after the other, because the decoders give one person one place at a time. If
 * one is refused, the files of those before it are deleted.
 */
export async function takePictures(
  { media, now }: Pick<Context, 'media' | 'now'>,
  uploads: readonly UploadedPicture[],
): Promise<TakenPicture[]> {
  const taken: TakenPicture[] = []
  try {
    for (const { file, ...words } of uploads) {
      const stored = await media.takeImage(file)
      taken.push({ media_id: newId(now()), ...words, ...sizeOf(stored.files), stored })
    }
    return taken
  } catch (error) {
    for (const { stored } of taken) await media.discard(stored)
    throw error
  }
}

export async function insertTaken(
  db: Tx,
  taken: readonly TakenPicture[],
  { owner_id, created_at }: { owner_id: string; created_at: Date },
): Promise<void> {
  for (const { media_id, stored } of taken) await insertMedia(db, { id: media_id, owner_id, ...stored, created_at })
}

export interface Publication {
  profile_id: string
  /** Cleaned. */
  description: string
  protected: boolean
  /** At least one; their rows of media exist. */
  pictures: readonly ShownPicture[]
  draft_id?: string
  created_at: Date
}

/**
 * Publishes a post in the transaction of the caller, and begins to tell its audience. Its id is made at this moment, because
 * the ids order the lists.
 */
export async function publishPost(db: Tx, publication: Publication): Promise<string> {
  const { profile_id, description, pictures, draft_id, created_at } = publication
  const [cover, ...further] = pictures
  if (!cover) throw new Error('a post without a picture cannot be published')
  const { media_id, alt, focus_x, focus_y, width, height } = cover
  const id = newId(created_at)
  await insertPost(db, {
    id,
    profile_id,
    media_id,
    description,
    protected: publication.protected,
    created_at,
    pictures_count: pictures.length,
    alt,
    focus_x,
    focus_y,
    width,
    height,
    ...(draft_id !== undefined && { draft_id }),
  })
  await insertFurtherPictures(db, id, further)
  await insertTelling(db, { id, kind: 'new_post', creator_id: profile_id, thing_id: id, created_at })
  return id
}

const focusOf = ({ x, y }: Focus) => ({ focus_x: x, focus_y: y })

/** Pictures in the wanted order, with the wanted words. Those that are not named follow in their order. */
export function arrange<P extends ShownPicture>(pictures: readonly P[], wanted: Arrangement): P[] {
  const left = new Map(pictures.map((picture) => [picture.media_id, picture]))
  const named = wanted.map(({ id, alt, focus }) => {
    const picture = left.get(id.toLowerCase())
    if (!picture) throw invalid('pictures', 'Name pictures that are there, each once')
    left.delete(picture.media_id)
    return { ...picture, ...(alt !== undefined && { alt: cleanText(alt) }), ...(focus && focusOf(focus)) }
  })
  return [...named, ...left.values()]
}
