import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { giveBackRate, limitRate } from '#server/limits/rate-limits.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { findPasswordHash } from '#server/store/users.ts'
import { verifyPassword } from './passwords.ts'

/**
 * The hash of the present password, for whoever knows it. Guesses are counted by session: strangers at the door use
 * nothing of it up, and whoever got hold of one session keeps nobody from using another.
 */
export async function verifyCurrentPassword(ctx: Context, viewer: SessionViewer, password: string): Promise<string> {
  const counted = { session_id: viewer.session_id }
  // Right ones cost a hash as well: this one is not given back.
  await limitRate(ctx, 'present_password_total', counted)
  // Somebody with many sessions of one account gets no more for it, and one stolen session cannot use all of it up.
  await limitRate(ctx, 'present_password_account', { user_id: viewer.id })
  await limitRate(ctx, 'present_password', counted)
  const password_hash = await findPasswordHash(ctx.db, viewer.id)
  const isRight = await verifyPassword(password_hash, password, { key: viewer.id, is_trusted: true })
  if (!isRight || password_hash === undefined) throw wrongCurrentPassword()
  await giveBackRate(ctx, 'present_password', counted)
  return password_hash
}

/** Not a 401, which would say that the session is over. */
export function wrongCurrentPassword(): AppError {
  return new AppError('invalid', 'This is not your present password', { current_password: 'wrong' })
}
