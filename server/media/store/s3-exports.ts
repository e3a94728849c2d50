import { Readable, Writable } from 'node:stream'
import { type LoadS3, lazyClient, type S3Settings } from './s3-client.ts'
import { type ExportFiles, type StoredExport, StoreUnavailable, unavailable } from './store.ts'

/** Below the prefix of the media, so that one policy covers both. The media sweep ignores it: no picture has such a key. */
const FOLDER = 'media/exports/'
const TYPE = 'application/zip'

/** An upload has 10,000 parts at most, so this allows 78 GiB. It is what an upload needs in memory. */
const PART_BYTES = 8 * 1024 * 1024
/** A download is read in pieces of this size, so that a slow reader holds this much memory and no connection to the bucket. */
const PIECE_BYTES = 1024 * 1024
/** How long a page waits to learn whether an archive is there. */
const HEAD_MS = 3000

interface Sizes {
  part_bytes?: number
  piece_bytes?: number
}

/** Archives in the private bucket. */
export function createS3Exports(
  settings: S3Settings,
  { part_bytes = PART_BYTES, piece_bytes = PIECE_BYTES }: Sizes = {},
): ExportFiles {
  const { bucket: Bucket } = settings
  const load = lazyClient(settings)
  const locate = (file_key: string) => ({ Bucket, Key: FOLDER + file_key })

  async function has({ file_key, bytes }: StoredExport): Promise<boolean> {
    const { s3, client } = await load()
    const found = await client
      .send(new s3.HeadObjectCommand(locate(file_key)), { abortSignal: AbortSignal.timeout(HEAD_MS) })
      .catch(ifMissing)
    return found?.ContentLength === bytes
  }

  async function readPiece({ file_key, bytes }: StoredExport, start: number): Promise<Uint8Array> {
    const { s3, client } = await load()
    const end = Math.min(start + piece_bytes, bytes) - 1
    try {
      const found = await client.send(new s3.GetObjectCommand({ ...locate(file_key), Range: `bytes=${start}-${end}` }))
      const piece = await found.Body?.transformToByteArray()
      if (piece?.length === end - start + 1) return piece
    } catch (error) {
      throw new StoreUnavailable(error)
    }
    throw new StoreUnavailable(new Error('the bucket returned another range than requested'))
  }

  async function* pieces(stored: StoredExport, first: Uint8Array): AsyncGenerator<Uint8Array> {
    yield first
    for (let start = first.length; start < stored.bytes; start += piece_bytes) yield await readPiece(stored, start)
  }

  return {
    has,
    async write(file_key, fill) {
      const upload = new Upload(load, locate(file_key), part_bytes)
      try {
        await fill(upload)
        return upload.bytes
      } catch (error) {
        await upload.abort()
        throw error
      }
    },
    async open(stored) {
      if (!(await has(stored))) return undefined
      // Read before the answer begins, so that a bucket that fails is answered with an error.
      const first = await readPiece(stored, 0)
      return Readable.from(pieces(stored, first), { objectMode: false })
    },
    async remove(file_key) {
      const { s3, client } = await load()
      await client.send(new s3.DeleteObjectCommand(locate(file_key))).catch(unavailable)
    },
    async *list() {
      const { s3, client } = await load()
      let ContinuationToken: string | undefined
      do {
        const page = await client
          .send(new s3.ListObjectsV2Command({ Bucket, Prefix: FOLDER, ContinuationToken }))
          .catch(unavailable)
        yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(FOLDER.length))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async removeUnfinished(before) {
      const { s3, client } = await load()
      // Never more than a page of them: the next run removes the rest.
      const { Uploads = [] } = await client
        .send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: FOLDER }))
        .catch(unavailable)
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Initiated || Initiated >= before) continue
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unavailable)
      }
    },
  }
}

/** Writes an object in parts of equal size (multipart upload), with one part in memory. A small one is written at once. */
class Upload extends Writable {
  readonly #load: LoadS3
  readonly #object: { Bucket: string; Key: string }
  readonly #part: Buffer
  readonly #etags: (string | undefined)[] = []
  #filled = 0
  #upload_id: string | undefined
  bytes = 0

  constructor(load: LoadS3, object: { Bucket: string; Key: string }, part_bytes: number) {
    super()
    this.#load = load
    this.#object = object
    this.#part = Buffer.allocUnsafe(part_bytes)
  }

  /** The bucket bills the parts of an upload that is neither complete nor aborted. Never throws: the sweep aborts it later. */
  async abort(): Promise<void> {
    if (this.#upload_id === undefined) return
    const { s3, client } = await this.#load()
    const command = new s3.AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#upload_id })
    await client.send(command).catch(() => {})
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#take(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error) => void): void {
    this.#finish().then(() => done(), done)
  }

  async #take(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.#part, this.#filled, from)
      from += copied
      this.#filled += copied
      if (this.#filled === this.#part.length) await this.#sendPart()
    }
  }

  async #sendPart(): Promise<void> {
    const { s3, client } = await this.#load()
    const { UploadId } = this.#upload_id
      ? { UploadId: this.#upload_id }
      : await client
          .send(new s3.CreateMultipartUploadCommand({ ...this.#object, ContentType: TYPE }))
          .catch(unavailable)
    this.#upload_id = UploadId
    const part = { UploadId, PartNumber: this.#etags.length + 1, Body: this.#part.subarray(0, this.#filled) }
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...this.#object, ...part })).catch(unavailable)
    this.#etags.push(ETag)
    this.#filled = 0
  }

  async #finish(): Promise<void> {
    const { s3, client } = await this.#load()
    if (this.#upload_id === undefined) {
      const Body = this.#part.subarray(0, this.#filled)
      await client.send(new s3.PutObjectCommand({ ...this.#object, Body, ContentType: TYPE })).catch(unavailable)
      return
    }
    if (this.#filled > 0) await this.#sendPart()
    const Parts = this.#etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    const complete = { ...this.#object, UploadId: this.#upload_id, MultipartUpload: { Parts } }
    await client.send(new s3.CompleteMultipartUploadCommand(complete)).catch(unavailable)
  }
}

function ifMissing(error: Error): undefined {
  if (error.name !== 'NotFound' && error.name !== 'NoSuchKey') throw new StoreUnavailable(error)
}
