import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NoticeTopic, readLeaveToken } from '#contract/notice-topics.ts'
import { notices } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import { chooseMails } from '#server/store/notice-mails.ts'

const MAC_LENGTH = 32
const USER_ID = new RegExp(`^${UUID_PATTERN}$`)

/**
 * The token in the unsubscribe link of a mail: whose mails, about what, and a keyed hash of both (HMAC). It needs no row
 * of its own and never ends: the link of an old mail still works, also for somebody who cannot sign in.
 */
export function leaveToken(secret: Buffer, user_id: string, topics: readonly NoticeTopic[]): string {
  const content = `${user_id}.${topics.join('-')}`
  const mac = createHmac('sha256', secret).update(`unsubscribe ${content}`).digest('base64url')
  return `${content}.${mac.slice(0, MAC_LENGTH)}`
}

/** Undefined if the token is malformed or was not made with this secret. */
function verifyLeaveToken(secret: Buffer, token: string): ReturnType<typeof readLeaveToken> {
  const read = readLeaveToken(token)
  if (!read || !USER_ID.test(read.user_id)) return undefined
  const [expected, given] = [Buffer.from(leaveToken(secret, read.user_id, read.topics)), Buffer.from(token)]
  return expected.length === given.length && timingSafeEqual(expected, given) ? read : undefined
}

/** The page with the button. */
export function leavePath(token: string): string {
  return `${paths.unsubscribe}?token=${encodeURIComponent(token)}`
}

/** The address for mail programs, which post to it. */
export function oneClickPath(token: string): string {
  return `/api${notices.leave_notice_mails.path}?token=${token}`
}

/** Switches the mails of a token off, or on again. The same 404 for every token that is not ours. */
export async function switchMails(
  ctx: Pick<Context, 'db' | 'now' | 'secret'>,
  token: string,
  value: boolean,
): Promise<{ topics: NoticeTopic[] }> {
  const read = verifyLeaveToken(ctx.secret, token)
  if (!read) throw notFound()
  const { user_id, topics } = read
  if (!(await chooseMails(ctx.db, user_id, { topics, value, now: ctx.now() }))) throw notFound()
  return { topics }
}
