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

const POINT_BYTES = 65
const AUTH_BYTES = 16

/** Whether a message can be encrypted for these keys: a point of the curve P-256, and a secret of 16 bytes (RFC 8291). */
export function arePushKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}
