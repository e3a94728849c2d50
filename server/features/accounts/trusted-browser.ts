import { DAY_MS } from '#contract/time.ts'
import { isStaff } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { findUser } from '#server/store/accounts/users.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { insertTrustedBrowser, isTrustedBrowser } from '#server/store/second-factors/factors.ts'
import { later } from '#server/time.ts'

/**
 * A browser whose owner does not want to be asked for the second step for thirty days. The cookie has a random token, whose
 * hash is stored: a new password, a removed factor and ending all other sessions end the trust. Staff are always asked.
 */
const TRUST_COOKIE = 'trusted_browser'
const COOKIE_PATH = '/api/users'
const TOKEN = /^[\w-]{20,100}$/
/** A browser may be shared. */
const ACCOUNTS_MAX = 3
const TRUSTED_DAYS = 30

function tokensIn(cookie: string | undefined): string[] {
  const pair = (cookie ?? '').split(';').find((part) => part.trimStart().startsWith(`${TRUST_COOKIE}=`))
  const value = pair?.slice(pair.indexOf('=') + 1).trim() ?? ''
  return value.split('.', ACCOUNTS_MAX).filter((token) => TOKEN.test(token))
}

export async function isTrustedHere(
  { db, now }: Pick<Context, 'db' | 'now'>,
  user_id: string,
  cookie: string | undefined,
): Promise<boolean> {
  const hashes = tokensIn(cookie).map(hashSecret)
  if (hashes.length === 0) return false
  const user = await findUser(db, user_id)
  return user !== undefined && !isStaff(user) && (await isTrustedBrowser(db, { user_id, hashes, now: now() }))
}

/** Returns the header Set-Cookie. Undefined for staff. */
export async function trustBrowser(
  { config, now }: Pick<Context, 'config' | 'now'>,
  db: Queryable,
  user_id: string,
  cookie: string | undefined,
): Promise<string | undefined> {
  const user = await findUser(db, user_id)
  if (!user || isStaff(user)) return undefined
  const token = newSecret()
  await insertTrustedBrowser(db, {
    token_hash: hashSecret(token),
    user_id,
    expires_at: later(now(), TRUSTED_DAYS * DAY_MS),
  })
  const value = [token, ...tokensIn(cookie)].slice(0, ACCOUNTS_MAX).join('.')
  const secure = config.public_url?.startsWith('https:') ? '; Secure' : ''
  const max_age = (TRUSTED_DAYS * DAY_MS) / 1000
  return `${TRUST_COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${max_age}; HttpOnly; SameSite=Strict${secure}`
}
