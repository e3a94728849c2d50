import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { insertUsedChallenge } from '#server/store/second-factors/factors.ts'

/**
 * Challenges of passkeys. They are signed (HMAC) together with the ceremony that they are for, so that no process has to store
 * those that wait; one that was answered is stored until it expires, so that it is answered once.
 */
const CHALLENGE_MS = 5 * MINUTE_MS

const NONCE_BYTES = 16
const MAC_BYTES = 16
const LENGTH = NONCE_BYTES + 4 + MAC_BYTES

/** What a challenge is for: making a passkey in a session, signing in, or the second step of a ticket. */
export type Ceremony = `register ${string}` | 'sign_in' | `second_step ${string}`

type ChallengeContext = Pick<Context, 'secret' | 'now'>

export function newChallenge({ secret, now }: ChallengeContext, ceremony: Ceremony): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(NONCE_BYTES + 4)
  randomBytes(NONCE_BYTES).copy(body)
  body.writeUInt32BE(Math.floor((now().getTime() + CHALLENGE_MS) / 1000), NONCE_BYTES)
  return new Uint8Array(Buffer.concat([body, macOf(secret, ceremony, body)]))
}

/** Whether a challenge is ours, of this ceremony, and not over. */
export function isChallenge({ secret, now }: ChallengeContext, ceremony: Ceremony, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== challenge) return false
  const body = bytes.subarray(0, -MAC_BYTES)
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, ceremony, body)) && expiryOf(bytes) > now()
}

/** False if it was answered before. Call it in the transaction of what the answer changes. */
export async function spendChallenge(db: Queryable, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  return await insertUsedChallenge(db, createHash('sha256').update(bytes).digest(), expiryOf(bytes))
}

function expiryOf(bytes: Buffer): Date {
  return new Date(bytes.readUInt32BE(NONCE_BYTES) * 1000)
}

function macOf(secret: Buffer, ceremony: Ceremony, body: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`passkey challenge ${ceremony} `)
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES)
}
