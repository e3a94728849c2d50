import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE_LENGTH = 32

/** The end of the link that follows a notice: its id and a keyed hash of it, so that nobody can guess another one. */
export function contentNoticeToken(secret: Buffer, id: string): string {
  const signature = createHmac('sha256', secret).update(`content notice ${id}`).digest('base64url')
  return `${id}.${signature.slice(0, SIGNATURE_LENGTH)}`
}

/** The id in a token; undefined if we did not make it. */
export function readContentNoticeToken(secret: Buffer, token: string): string | undefined {
  const id = token.split('.', 1)[0] ?? ''
  const [given, expected] = [Buffer.from(token), Buffer.from(contentNoticeToken(secret, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}
