import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { AppError } from '#server/errors.ts'
import { giveBackRate, limitRate } from '#server/http/limit.ts'
import { findPasswordHash } from '#server/store/users.ts'
import { verifyPassword } from './passwords.ts'

/**
 * The hash of the present password, for whoever knows it. Guesses count together with those at the door: a session that
 * somebody else got hold of is no second way to guess.
 */
export async function provePassword(
  ctx: Context,
  { viewer, ip }: { viewer: Viewer; ip: string },
  password: string,
): Promise<string> {
  const counted = { ip, email: emailKey(viewer.email) }
  await limitRate(ctx, 'sign_in', counted)
  const password_hash = await findPasswordHash(ctx.db, viewer.id)
  const isRight = await verifyPassword(password_hash, password)
  if (!isRight || password_hash === undefined) throw wrongPresentPassword()
  await giveBackRate(ctx, 'sign_in', counted)
  return password_hash
}

/** Not a 401, which would say that the session is over. */
export function wrongPresentPassword(): AppError {
  return new AppError('invalid', 'This is not your present password', { current_password: 'wrong' })
}
