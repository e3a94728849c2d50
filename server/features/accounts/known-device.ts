import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { findCredentials } from '#server/store/accounts/users.ts'

/**
 * Device cookies (OWASP, "Slow down online guessing attacks with device cookies"): a browser in which somebody has
 * signed in keeps a signed token for that account. It gives no access: it only gives the attempts of this device their
 * own rate limit, which strangers cannot use up. Clients without cookies work as well.
 */
export const DEVICE_COOKIE = 'known_device'
const COOKIE_PATH = '/api/users'
export const DEVICE_KNOWN_DAYS = 180
/** A browser may be shared. It keeps the accounts that were used last. */
const ACCOUNTS_MAX = 3

const ID_BYTES = 16
const MAC_BYTES = 32
const TOKEN_BYTES = ID_BYTES + 4 + MAC_BYTES
const TOKEN = /^[A-Za-z0-9_-]{70}$/

type DeviceContext = Pick<Context, 'config' | 'now' | 'secret'>

export function writeDeviceToken(secret: Buffer, user_id: string, device_id: string, expires_at: Date): string {
  const body = Buffer.alloc(ID_BYTES + 4)
  body.write(device_id, 'hex')
  body.writeUInt32BE(Math.floor(expires_at.getTime() / 1000), ID_BYTES)
  return Buffer.concat([body, macOf(secret, user_id, body)]).toString('base64url')
}

/** The id of the device, if the token has a valid signature for this account and has not expired. */
export function readDeviceToken(secret: Buffer, user_id: string, token: string, now: Date): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // The last base64 character has unused bits. Only the canonical encoding is accepted.
  if (!TOKEN.test(token) || bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
  const body = bytes.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, user_id, body))) return undefined
  if (body.readUInt32BE(ID_BYTES) * 1000 <= now.getTime()) return undefined
  return body.subarray(0, ID_BYTES).toString('hex')
}

function macOf(secret: Buffer, user_id: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`device token ${user_id} `).update(body).digest()
}

/** The parts of the cookie that have the format of a token. */
function tokensIn(cookie: string | undefined): string[] {
  const pair = (cookie ?? '').split(';').find((part) => part.trimStart().startsWith(`${DEVICE_COOKIE}=`))
  const value = pair?.slice(pair.indexOf('=') + 1).trim() ?? ''
  return value.split('.', ACCOUNTS_MAX).filter((token) => TOKEN.test(token))
}

function deviceFor({ secret, now }: DeviceContext, user_id: string, tokens: string[]): string | undefined {
  for (const token of tokens) {
    const device_id = readDeviceToken(secret, user_id, token, now())
    if (device_id !== undefined) return device_id
  }
  return undefined
}

/** The device of the request, if somebody has signed in to this account from it before. */
export async function findKnownDevice(
  ctx: DeviceContext & Pick<Context, 'db'>,
  { cookie, email }: { cookie: string | undefined; email: string },
): Promise<string | undefined> {
  const tokens = tokensIn(cookie)
  if (tokens.length === 0) return undefined
  const credentials = await findCredentials(ctx.db, emailKey(email))
  return credentials && deviceFor(ctx, credentials.id, tokens)
}

/** The Set-Cookie header that adds this account to the known accounts of the browser. */
export function deviceCookie(ctx: DeviceContext, user_id: string, cookie: string | undefined): string {
  const tokens = tokensIn(cookie)
  const device_id = deviceFor(ctx, user_id, tokens) ?? randomBytes(ID_BYTES).toString('hex')
  const expires_at = new Date(ctx.now().getTime() + DEVICE_KNOWN_DAYS * DAY_MS)
  const others = tokens.filter((token) => readDeviceToken(ctx.secret, user_id, token, ctx.now()) === undefined)
  const value = [writeDeviceToken(ctx.secret, user_id, device_id, expires_at), ...others].slice(0, ACCOUNTS_MAX)
  const secure = ctx.config.public_url?.startsWith('https:') ? '; Secure' : ''
  const max_age = (DEVICE_KNOWN_DAYS * DAY_MS) / 1000
  return `${DEVICE_COOKIE}=${value.join('.')}; Path=${COOKIE_PATH}; Max-Age=${max_age}; HttpOnly; SameSite=Strict${secure}`
}
