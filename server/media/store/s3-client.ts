import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '#server/config.ts'

export type S3Settings = NonNullable<Config['s3']>

export type LoadS3 = () => Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }>

/** The client library is loaded at first use. */
export function lazyClient(settings: S3Settings): LoadS3 {
  let loading: ReturnType<LoadS3> | undefined
  return () => {
    loading ??= loadClient(settings)
    return loading
  }
}

async function loadClient({ endpoint, region, access_key_id, secret_access_key }: S3Settings) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    // Only Amazon supports the bucket as a part of the host name.
    forcePathStyle: true,
    // Only Amazon supports the checksums that the client adds to the body by default.
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
