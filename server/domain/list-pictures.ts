import path from 'node:path'
import type { MediaStore } from '#server/media/store/store.ts'

/** The keys of a picture's files, by the store key of its row. */
type Pictures = Map<string, string[]>

const BATCH = 500

/** Lists the files of the media store in batches of pictures. */
export async function* listPictures(
  store: Pick<MediaStore, 'list'>,
  onUnreadable?: (error: unknown) => void,
): AsyncGenerator<Pictures> {
  let pictures: Pictures = new Map()
  for await (const key of store.list(onUnreadable)) {
    const store_key = path.posix.dirname(key)
    if (pictures.size >= BATCH && !pictures.has(store_key)) {
      yield pictures
      pictures = new Map()
    }
    pictures.set(store_key, [...(pictures.get(store_key) ?? []), key])
  }
  if (pictures.size > 0) yield pictures
}
