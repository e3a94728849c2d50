import { createHmac, timingSafeEqual } from 'node:crypto'
import { UUID_PATTERN } from '#contract/schemas.ts'

const MAC_LENGTH = 32
const TOKEN = new RegExp(`^(?<device_id>${UUID_PATTERN})\\.(?<session_id>${UUID_PATTERN})\\.[\\w-]{${MAC_LENGTH}}$`)

interface Renewal {
  device_id: string
  session_id: string
}

/**
 * The token with which a service worker, which has no session, renews its device: the device, its session and a keyed hash of
 * both (HMAC). It is good for nothing else, and only while the session lasts.
 */
export function renewalToken(secret: Buffer, { device_id, session_id }: Renewal): string {
  const content = `${device_id}.${session_id}`
  const mac = createHmac('sha256', secret).update(`push renewal ${content}`).digest('base64url')
  return `${content}.${mac.slice(0, MAC_LENGTH)}`
}

/** Undefined if the token is malformed or was not made with this secret. */
export function readRenewalToken(secret: Buffer, token: string): Renewal | undefined {
  const { device_id, session_id } = TOKEN.exec(token)?.groups ?? {}
  if (device_id === undefined || session_id === undefined) return undefined
  const expected = Buffer.from(renewalToken(secret, { device_id, session_id }))
  return timingSafeEqual(expected, Buffer.from(token)) ? { device_id, session_id } : undefined
}
