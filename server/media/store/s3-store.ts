import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '#server/config.ts'
import { checkKey, isPictureKey, type MediaStore, StoreUnavailable, unavailable } from './store.ts'

type S3Settings = NonNullable<Config['s3']>

/** Everything of ours lies below this, so that nothing else in the bucket is ever listed or swept. */
const FOLDER = 'media/'
/** An address is the same for everyone for so long, so that caches know it again … */
const ADDRESS_STEP_S = 5 * 60
/** … and opens for so long; together with how long the bytes may then be kept this is an hour, and never more. */
const ADDRESS_LIFE_S = 15 * 60
const KEPT_S = 60 * 60 - ADDRESS_LIFE_S

/** A bucket that whoever runs the product made, private as it is. The client is loaded at the first use. */
export function createS3Store(settings: S3Settings): MediaStore {
  const { bucket: Bucket } = settings
  let loading: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const load = () => {
    loading ??= loadClient(settings)
    return loading
  }
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
      // A stream is read once: the bucket's client cannot try again by itself.
      const object = { Bucket, Key, Body: createReadStream(file), ContentLength, ContentType: content_type }
      await client.send(new s3.PutObjectCommand(object)).catch(unavailable)
    },
    async read(key, range) {
      const Key = locate(key)
      const { s3, client } = await load()
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await client.send(new s3.GetObjectCommand({ Bucket, Key, Range })).catch(ifNoSuchKey)
      const body = found?.Body as Readable | undefined
      // A server that cannot cut would send more than was promised to whoever waits for this.
      if (!body || !range || found?.ContentLength === range.end - range.start + 1) return body
      body.destroy()
      throw new StoreUnavailable(new Error('the bucket answered another part than was asked for'))
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
      // An object is there whole or not at all.
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
        ResponseCacheControl: `public, max-age=${KEPT_S}`,
        ResponseContentDisposition: 'inline',
      })
      // By the clock on the wall: it is the bucket that looks at the date.
      const step_ms = ADDRESS_STEP_S * 1000
      const signingDate = new Date(Math.floor(Date.now() / step_ms) * step_ms)
      const url = await getSignedUrl(client, command, { expiresIn: ADDRESS_LIFE_S, signingDate })
      return { url, max_age: ADDRESS_LIFE_S - ADDRESS_STEP_S }
    },
  }
}

async function loadClient({ endpoint, region, access_key_id, secret_access_key }: S3Settings) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    // Names of buckets are no names of hosts anywhere but at Amazon.
    forcePathStyle: true,
    // Only Amazon reads the sums that the client would weave into what it sends.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      socketTimeout: 30_000,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  })
  return { s3, client }
}

function ifNoSuchKey(error: Error): undefined {
  if (error.name !== 'NoSuchKey') throw new StoreUnavailable(error)
}
