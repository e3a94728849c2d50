import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { ByteCache } from './byte-cache.ts'
import { createFileStore } from './file-store.ts'
import { encodeImage } from './images.ts'
import { createS3Store } from './s3-store.ts'
import type { ByteRange, MediaStore } from './store.ts'

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
  /** Takes back what was stored, where it came to nothing. What cannot be removed now is left to the sweep. */
  discard(stored: Pick<StoredMedia, 'store_key' | 'files'>): Promise<void>
  /** Small files come whole and from memory, large ones flow. Undefined when nothing lies there. */
  read(key: string, bytes: number, range?: ByteRange): Promise<Buffer | Readable | undefined>
}

const SMALL_FILE_BYTES = 256 * 1024
const CACHE_BYTES = 32 * 1024 * 1024

/** Where one of its files lies. */
export function fileKey(media: Pick<StoredMedia, 'store_key'>, name: string): string {
  return `${media.store_key}/${name}`
}

/** The path to a picture as the API hands it out. */
export function mediaPath(media_id: string | null): string | null {
  return media_id && `/media/${media_id}`
}

export function createMedia(config: Pick<Config, 'data_dir' | 's3' | 'media_accel'>, log: Pick<Log, 'warn'>): Media {
  const is_shared = config.media_accel !== undefined
  const store = config.s3
    ? createS3Store(config.s3)
    : createFileStore(path.join(config.data_dir, 'media'), { is_shared })
  const cache = new ByteCache(CACHE_BYTES)

  async function discard(stored: Pick<StoredMedia, 'store_key' | 'files'>): Promise<void> {
    for (const { name } of stored.files) {
      const key = fileKey(stored, name)
      cache.forget(key)
      await store.remove(key).catch((error) => log.warn({ err: error }, 'a picture is left for the sweep'))
    }
  }

  return {
    store,
    discard,
    async takeImage(upload) {
      const encoded = await encodeImage(upload.path, upload.bytes, upload.field)
      const id = randomUUID()
      const stored = {
        store_key: `${id.slice(0, 2)}/${id}`,
        content_type: 'image/webp',
        files: encoded.map(({ name, width, height, bytes }) => ({ name, width, height, bytes: bytes.length })),
      }
      const puts = encoded.map(({ name, bytes }) => store.put(fileKey(stored, name), bytes, stored.content_type))
      const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected')
      if (!failed) return stored
      await discard(stored)
      throw failed.reason
    },
    async read(key, bytes, range) {
      if (bytes > SMALL_FILE_BYTES) return await store.read(key, range)
      const whole = await cache.get(key, async () => {
        const stream = await store.read(key)
        return stream && (await buffer(stream))
      })
      return whole && range ? whole.subarray(range.start, range.end + 1) : whole
    },
  }
}
