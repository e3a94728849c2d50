import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import type { Config } from '#server/config.ts'
import { AppError, explainFullDisk } from '#server/errors.ts'
import type { Log } from '#server/log.ts'
import { type MarkAnswer, type MarkedFile, MarkedPictures, type ShownTo } from './marks/marked-pictures.ts'
import { Tracer } from './marks/tracer.ts'
import type { Picture } from './pictures/decode-pool.ts'
import { encodeImage } from './pictures/images.ts'
import { previewSource } from './pictures/preview-size.ts'
import { Previews } from './pictures/previews.ts'
import { ByteCache } from './store/byte-cache.ts'
import { createExportFiles } from './store/export-files.ts'
import { createFileStore } from './store/file-store.ts'
import { createS3Store } from './store/s3-store.ts'
import type { ByteRange, ExportFiles, MediaStore } from './store/store.ts'
import { refuseGone, type Sender } from './upload-queue.ts'
import { makeUploadsFolder, type UploadedFile, uploadsFolder } from './uploads.ts'
import { isVideoFile, remuxVideo } from './videos/videos.ts'

/** Files in the store. The caller inserts the `media` row together with the post or profile it belongs to. */
export interface StoredMedia {
  store_key: string
  content_type: string
  files: { name: string; width: number; height: number; bytes: number }[]
}

export interface Media {
  store: MediaStore
  /** The archives of exports. */
  exports: ExportFiles
  /** Checks, re-encodes and stores a picture; one of a profile also in the width for portraits. */
  takeImage(upload: UploadedFile, use?: Pick<Picture, 'is_portrait'>): Promise<StoredMedia>
  /** Stores the width for portraits of a picture that was stored without it. Undefined if the file does not exist. */
  addPortrait(stored: StoredMedia): Promise<StoredMedia | undefined>
  /** Checks, remuxes and stores a video: the streams are unchanged, all metadata is removed. */
  takeVideo(upload: UploadedFile): Promise<StoredMedia>
  /** Deletes the files, after a failure or when the row was deleted. Never throws: what cannot be deleted now is left to the sweep. */
  discard(stored: Pick<StoredMedia, 'store_key' | 'files'>): Promise<void>
  /** Small files are returned as a buffer from the cache, large ones as a stream. Undefined if the file does not exist. */
  read(key: string, bytes: number, range?: ByteRange): Promise<Buffer | Readable | undefined>
  /** The same for small files only, without waiting if the cache has it. Undefined for a large file, and for one that does not exist. */
  readSmall(key: string, bytes: number): Buffer | Promise<Buffer | undefined> | undefined
  /** A stored picture as the JPEG of a link preview. Undefined if the file does not exist. */
  preview(stored: Pick<StoredMedia, 'store_key' | 'files'>): Promise<Buffer | undefined>
  /** A stored picture with the mark of its viewer. Undefined if the file does not exist. */
  marked(file: MarkedFile, shown: ShownTo, records: MarkRecords): Promise<Buffer | undefined>
  /** The same if it is in memory: it was made today, and written down as shown. */
  peekMarked(file: MarkedFile, shown: ShownTo): Buffer | undefined
  /** Reads the marks of leaked copies. */
  tracer: Tracer
}

/** How the caller keeps who is shown what. */
export interface MarkRecords {
  /** The key of the viewer's marks. */
  findKey(): Promise<Buffer>
  /** Called before the marked picture is sent for the first time. */
  record(thumbnail: MarkAnswer['thumbnail']): Promise<void>
}

/** Files up to this size are kept in memory. */
const SMALL_FILE_BYTES = 256 * 1024
const CACHE_BYTES = 32 * 1024 * 1024

export function fileKey(media: Pick<StoredMedia, 'store_key'>, name: string): string {
  return `${media.store_key}/${name}`
}

/** Decides by the content and not by the name of the file. */
export async function takeImageOrVideo(media: Media, upload: UploadedFile): Promise<StoredMedia> {
  if (await isVideoFile(upload.path)) return await media.takeVideo(upload)
  // The form allows the size of a video.
  if (upload.bytes > IMAGE_MAX_BYTES) {
    const words = `A picture may have at most ${IMAGE_MAX_BYTES >> 20} MB`
    throw new AppError('too_large', words, { [upload.field ?? 'file']: words })
  }
  return await media.takeImage(upload)
}

/** Clients recognise a video by the end of its path. */
export const VIDEO_ENDING = '.mp4'

/** The path of a picture in API responses. */
export function mediaPath(media_id: string): string
export function mediaPath(media_id: string | null): string | null
export function mediaPath(media_id: string | null): string | null {
  return media_id && `/media/${media_id}`
}

export function createMedia(
  config: Pick<Config, 'data_dir' | 's3' | 'media_accel'>,
  log: Pick<Log, 'warn'>,
  { encode = encodeImage, remux = remuxVideo }: { encode?: typeof encodeImage; remux?: typeof remuxVideo } = {},
): Media {
  const is_shared = config.media_accel !== undefined
  const store = config.s3
    ? createS3Store(config.s3)
    : createFileStore(path.join(config.data_dir, 'media'), { is_shared })
  const cache = new ByteCache(CACHE_BYTES)
  const previews = new Previews(config)
  const marked = new MarkedPictures(config)

  async function discard(stored: Pick<StoredMedia, 'store_key' | 'files'>): Promise<void> {
    previews.forget(stored.store_key)
    for (const { name } of stored.files) {
      const key = fileKey(stored, name)
      cache.forget(key)
      await store
        .remove(key)
        .catch((error) => log.warn({ err: error }, 'a media file could not be deleted; the sweep will delete it'))
    }
  }

  async function load(key: string): Promise<Buffer | undefined> {
    return await cache.get(key, async () => {
      const stream = await store.read(key)
      return stream && (await buffer(stream))
    })
  }

  /** Checks a last time that the client is still connected, because the next step publishes the file. */
  async function keepUnlessGone(sender: Sender | undefined, stored: StoredMedia): Promise<StoredMedia> {
    try {
      refuseGone(sender)
      return stored
    } catch (error) {
      await discard(stored)
      throw error
    }
  }

  return {
    store,
    exports: createExportFiles(config),
    tracer: new Tracer(config),
    discard,
    async takeImage(upload, use) {
      const encoded = await encode({ ...upload, ...use })
      const stored = {
        store_key: newStoreKey(),
        content_type: 'image/webp',
        files: encoded.map(({ name, width, height, bytes }) => ({ name, width, height, bytes: bytes.length })),
      }
      const puts = encoded.map(({ name, bytes }) => store.put(fileKey(stored, name), bytes, stored.content_type))
      const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected')
      if (!failed) return await keepUnlessGone(upload.sender, stored)
      await discard(stored)
      throw failed.reason
    },
    async addPortrait(stored) {
      const [smallest] = stored.files
      const source = smallest && (await store.read(fileKey(stored, smallest.name)))
      if (!source) return undefined
      const { bytes, ...file } = await previews.makePortrait(stored.store_key, source)
      await store.put(fileKey(stored, file.name), bytes, stored.content_type)
      return { ...stored, files: [{ ...file, bytes: bytes.length }, ...stored.files] }
    },
    async takeVideo(upload) {
      const rewritten = path.join(uploadsFolder(config), randomUUID())
      try {
        await makeUploadsFolder(config)
        const { width, height } = await remux(upload, rewritten)
        const { size } = await stat(rewritten)
        const file = { name: 'video.mp4', width, height, bytes: size }
        const stored = { store_key: newStoreKey(), content_type: 'video/mp4', files: [file] }
        await store.putFile(fileKey(stored, file.name), rewritten, stored.content_type)
        return await keepUnlessGone(upload.sender, stored)
      } catch (error) {
        throw explainFullDisk(error)
      } finally {
        await rm(rewritten, { force: true })
      }
    },
    readSmall: (key, bytes) => (bytes > SMALL_FILE_BYTES ? undefined : (cache.peek(key) ?? load(key))),
    async read(key, bytes, range) {
      if (bytes > SMALL_FILE_BYTES) return await store.read(key, range)
      const whole = await load(key)
      return whole && range ? whole.subarray(range.start, range.end + 1) : whole
    },
    async preview(stored) {
      const source = previewSource(stored.files)
      return source && (await previews.get(stored.store_key, () => store.read(fileKey(stored, source.name))))
    },
    marked: (file, shown, records) =>
      marked.get(file, shown, { ...records, open: () => store.read(fileKey(file, file.name)) }),
    peekMarked: (file, shown) => marked.peek(file, shown),
  }
}

/** A folder for each upload, inside 256 folders, so that no folder gets large. */
export function newStoreKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}`
}
