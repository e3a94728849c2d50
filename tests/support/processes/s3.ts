import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

/** An S3 server with a bucket for one test file. */
export async function startS3(): Promise<S3Server> {
  const server = await startS3Server()
  closeAfterTests(server.stop)
  return server
}
