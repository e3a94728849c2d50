import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) with what every authenticator app supports: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000
const DIGITS = 6
/** A clock may be one step early or late. */
const DRIFT_STEPS = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** The code of a time step (RFC 4226). */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of which this is the code, among those that are valid now and later than `last_step`. */
export function findStep(secret: Uint8Array, code: string, { now, last_step }: { now: Date; last_step: number }) {
  const typed = Buffer.from(code)
  if (typed.length !== DIGITS) return undefined
  const present = timeStep(now)
  for (let step = present - DRIFT_STEPS; step <= present + DRIFT_STEPS; step++) {
    if (step > last_step && timingSafeEqual(Buffer.from(codeOfStep(secret, step)), typed)) return step
  }
  return undefined
}

/** RFC 4648 without padding, as apps take it. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xff_ff
    bits += 8
    while (bits >= 5) {
      text += BASE32[(value >> (bits - 5)) & 31]
      bits -= 5
    }
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/** What the QR code contains ("Key URI Format"). */
export function appAddress(secret: Uint8Array, account: string): string {
  return `otpauth://totp/${encodeURIComponent(`Loge:${account}`)}?secret=${base32(secret)}&issuer=Loge`
}
