import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { createFileStore } from './file-store.ts'
import { encodeImage } from './images.ts'
import type { MediaStore } from './store.ts'

/** A file that was sent to us, as it came. */
export interface UploadedFile {
  path: string
  bytes: number
  /** The part of the form it came in. */
  field?: string
}

/** What the store holds of a picture; it becomes a row once there is something it belongs to. */
export interface StoredMedia {
  store_key: string
  content_type: string
  files: { name: string; width: number; height: number; bytes: number }[]
}

export interface Media {
  store: MediaStore
  /** Checks, draws anew and stores a picture. Refuses what is none. */
  takeImage(upload: UploadedFile): Promise<StoredMedia>
  /** Takes back what was stored, where it came to nothing. */
  discard(stored: StoredMedia): Promise<void>
}

/** Where one of its files lies. */
export function fileKey(media: Pick<StoredMedia, 'store_key'>, name: string): string {
  return `${media.store_key}/${name}`
}

/** The path to a picture as the API hands it out. */
export function mediaPath(media_id: string | null): string | null {
  return media_id && `/media/${media_id}`
}

export function createMedia(config: Pick<Config, 'data_dir'>): Media {
  const store = createFileStore(path.join(config.data_dir, 'media'))
  return {
    store,
    async takeImage(upload) {
      const encoded = await encodeImage(upload.path, upload.bytes, upload.field)
      const id = randomUUID()
      const stored = {
        store_key: `${id.slice(0, 2)}/${id}`,
        content_type: 'image/webp',
        files: encoded.map(({ name, width, height, bytes }) => ({ name, width, height, bytes: bytes.length })),
      }
      for (const { name, bytes } of encoded) await store.put(fileKey(stored, name), bytes)
      return stored
    },
    async discard(stored) {
      for (const { name } of stored.files) await store.remove(fileKey(stored, name))
    },
  }
}
