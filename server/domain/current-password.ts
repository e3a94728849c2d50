import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { limitRate, uncountRate } from '#server/limits/rate-limits.ts'
import { findPasswordHash } from '#server/store/accounts/users.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { verifyPassword } from './passwords.ts'

/**
 * Verifies the current password and returns its hash. Wrong guesses are counted per session, so failed sign-ins of
 * strangers do not use up the limit, and a stolen session cannot block the other sessions.
 */
export async function verifyCurrentPassword(ctx: Context, viewer: SessionViewer, password: string): Promise<string> {
  const counted = { session_id: viewer.session_id }
  // Correct passwords cost a hash as well, so it stays counted.
  await limitRate(ctx, 'current_password_check', counted)
  // Many sessions of one account share this limit. It is larger than the limit of one session, so one stolen session
  // cannot use it up.
  await limitRate(ctx, 'current_password_check_account', { user_id: viewer.id })
  await limitRate(ctx, 'current_password_guess', counted)
  const password_hash = await findPasswordHash(ctx.db, viewer.id)
  const isRight = await verifyPassword(password_hash, password, { key: viewer.id, is_trusted: true })
  if (!isRight || password_hash === undefined) throw wrongCurrentPassword()
  await uncountRate(ctx, 'current_password_guess', counted)
  return password_hash
}

/** A 422 and not a 401, because a 401 would mean that the session has ended. */
export function wrongCurrentPassword(): AppError {
  return new AppError('invalid', 'This is not your present password', { current_password: 'wrong' })
}
