import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-addresses.ts'
import type { PushTarget } from './sender.ts'

/** Names that never belong to somebody on the internet. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Whether we send to this address: https, the usual port, no password in it, and a public host. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  // The parser has written an address in its usual form, also 0x7f.1 and 2130706433.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAME.test(host)
}

/** More than any push service uses, and less than what an index of PostgreSQL takes. */
const ENDPOINT_MAX_BYTES = 2000

/** The address as it is stored: ASCII only, as the parser writes it. Undefined if we do not send to it. */
export function readPushEndpoint(endpoint: string): string | undefined {
  if (!isPushEndpoint(endpoint)) return undefined
  const { href } = new URL(endpoint)
  return href.length <= ENDPOINT_MAX_BYTES ? href : undefined
}

const POINT_BYTES = 65
const AUTH_BYTES = 16

type PushKeys = Pick<PushTarget, 'p256dh' | 'auth'>

/**
 * The keys as they are stored: base64url without padding. Undefined if no message can be encrypted for them, because they
 * are not a point of the curve P-256 and a secret of 16 bytes (RFC 8291), or not written as the library reads them.
 */
export function readPushKeys({ p256dh, auth }: PushKeys): PushKeys | undefined {
  const [point, secret] = [decode(p256dh), decode(auth)]
  if (point?.length !== POINT_BYTES || secret?.length !== AUTH_BYTES) return undefined
  try {
    ECDH.convertKey(point, 'prime256v1')
  } catch {
    return undefined
  }
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') }
}

/** Buffer skips what is not base64. Only the one way of writing these bytes is accepted, with its padding or without. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const [padded, plain] = [
    bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    bytes.toString('base64url'),
  ]
  return text === plain || text === padded ? bytes : undefined
}
