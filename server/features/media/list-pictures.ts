import path from 'node:path'
import type { MediaStore } from '#server/media/store/store.ts'

/** The keys of a picture's files by the key that its row speaks of. */
type Pictures = Map<string, string[]>

const BATCH = 500

/** What lies in the store, some pictures at a time. */
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
