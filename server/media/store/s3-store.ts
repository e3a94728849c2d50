import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { lazyClient, type S3Settings } from './s3-client.ts'
import { checkKey, isPictureKey, type MediaStore, StoreUnavailable, unavailable } from './store.ts'

/** The prefix of all objects, so that nothing else in the bucket is listed or swept. */
const FOLDER = 'media/'
/** A signed URL stays the same for this long, so that caches can reuse it. */
const URL_STEP_S = 5 * 60
/** How long a signed URL is valid. Together with the cache time of the response this is one hour at most. */
const URL_LIFE_S = 15 * 60
const CACHE_S = 60 * 60 - URL_LIFE_S

/** A media store in a private S3 bucket, which the operator has created. */
export function createS3Store(settings: S3Settings): MediaStore {
  const { bucket: Bucket } = settings
  const load = lazyClient(settings)
  const locate = (key: string) => FOLDER + checkKey(key)

  return {
    async put(key, bytes, content_type) {
      const Key = locate(key)
      const { s3, client } = await load()
      const object = { Bucket, Key, Body: bytes, ContentLength: bytes.length, ContentType: content_type }
      await client.send(new s3.PutObjectCommand(object)).catch(unavailable)
    },
    async putFile(key, file, content_type) {
      const Key = locate(key)
      const { s3, client } = await load()
      const { size: ContentLength } = await stat(file)
      // A stream can be read only once, so the client does not retry.
      const object = { Bucket, Key, Body: createReadStream(file), ContentLength, ContentType: content_type }
      await client.send(new s3.PutObjectCommand(object)).catch(unavailable)
    },
    async read(key, range) {
      const Key = locate(key)
      const { s3, client } = await load()
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await client.send(new s3.GetObjectCommand({ Bucket, Key, Range })).catch(ifNoSuchKey)
      const body = found?.Body as Readable | undefined
      // A server without support for ranges sends the whole object, which does not match the announced length.
      if (!body || !range || found?.ContentLength === range.end - range.start + 1) return body
      body.destroy()
      throw new StoreUnavailable(new Error('the bucket returned another range than requested'))
    },
    async remove(key) {
      const Key = locate(key)
      const { s3, client } = await load()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(unavailable)
    },
    async *list() {
      const { s3, client } = await load()
      let ContinuationToken: string | undefined
      do {
        const page = await client
          .send(new s3.ListObjectsV2Command({ Bucket, Prefix: FOLDER, ContinuationToken }))
          .catch(unavailable)
        for (const { Key = '' } of page.Contents ?? []) {
          const key = Key.slice(FOLDER.length)
          if (isPictureKey(key)) yield key
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async removeUnfinished() {
      // Uploads to S3 are atomic.
    },
    async probe() {
      const { s3, client } = await load()
      await client.send(new s3.HeadBucketCommand({ Bucket })).catch(unavailable)
    },
    async signAddress(key, content_type) {
      const Key = locate(key)
      const { s3, client } = await load()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new s3.GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: content_type,
        ResponseCacheControl: `public, max-age=${CACHE_S}`,
        ResponseContentDisposition: 'inline',
      })
      // The real clock and not `now()`, because the bucket checks the date.
      const step_ms = URL_STEP_S * 1000
      const signingDate = new Date(Math.floor(Date.now() / step_ms) * step_ms)
      const url = await getSignedUrl(client, command, { expiresIn: URL_LIFE_S, signingDate })
      return { url, max_age: URL_LIFE_S - URL_STEP_S }
    },
  }
}

function ifNoSuchKey(error: Error): undefined {
  if (error.name !== 'NoSuchKey') throw new StoreUnavailable(error)
}
