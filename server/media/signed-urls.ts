import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A signed URL of a protected video or of an export, because a video element and a link cannot send the session token. It
 * names one session and one resource and is valid for a few minutes. It grants nothing by itself: with every request the
 * session is looked up, and whether its user may see the resource at that time.
 */
export interface SignedUrl {
  kind: 'media' | 'export'
  /** The id of the media or of the export. */
  id: string
  session_id: string
}

/** A URL expires at the end of the next such step, after 2.5 to 5 minutes. Within a step it stays the same, so that browsers can cache. */
const STEP_SECONDS = 150
const MAC_BYTES = 32
const TOKEN_BYTES = 16 + 16 + 4 + MAC_BYTES
const TOKEN = /^[A-Za-z0-9_-]{91}$/

/** Returns the token that is a segment of the URL. */
export function signUrl(secret: Buffer, { kind, id, session_id }: SignedUrl, now: Date): string {
  const body = Buffer.alloc(TOKEN_BYTES - MAC_BYTES)
  body.write(plain(id), 0, 'hex')
  body.write(plain(session_id), 16, 'hex')
  body.writeUInt32BE((Math.floor(now.getTime() / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS, 32)
  return Buffer.concat([body, macOf(secret, kind, body)]).toString('base64url')
}

/** Returns undefined if the signature is invalid, if it was made for another kind, or if it has expired. */
export function verifySignedUrl(
  secret: Buffer,
  kind: SignedUrl['kind'],
  text: string,
  now: Date,
): SignedUrl | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Only the canonical encoding is accepted: the last base64url character has unused bits.
  if (!TOKEN.test(text) || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, kind, body))) return undefined
  if (body.readUInt32BE(32) * 1000 <= now.getTime()) return undefined
  return { kind, id: uuid(body.subarray(0, 16)), session_id: uuid(body.subarray(16, 32)) }
}

/** The text `ticket` is part of every signature, so it stays although the code now says signed URL. */
function macOf(secret: Buffer, kind: SignedUrl['kind'], body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${kind} ticket`).update(body).digest()
}

function plain(id: string): string {
  return id.replaceAll('-', '')
}

function uuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
