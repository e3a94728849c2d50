import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { hashPassword, refuseMismatch, refuseWeakPassword } from '#server/domain/passwords.ts'
import { sendAnyway } from '#server/jobs/send-anyway.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { deletePendingEmailChange } from '#server/store/email-changes.ts'
import { hashSecret } from '#server/store/ids.ts'
import { consumePasswordReset, findPasswordReset } from '#server/store/password-resets.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { findUser, lockUser, setPasswordHash } from '#server/store/users.ts'
import { invalidLink } from './refusals.ts'

interface NewPassword {
  token: string
  password: string
  password_confirmation: string
  ip: string
  locale: Locale
}

/** Sets a new password, uses the link up and ends every session of its owner, all at once or not at all. Whose it was. */
export async function confirmPasswordReset(ctx: Context, input: NewPassword): Promise<string> {
  const token_hash = hashSecret(input.token)
  const user_id = await findPasswordReset(ctx.db, token_hash, ctx.now())
  const user = user_id === undefined ? undefined : await findUser(ctx.db, user_id)
  // A dead link counts for where it came from. Who has one that works is not refused for what others tried there.
  await limitRate(ctx, 'password_reset_confirm', user ? { user_id: user.id } : { ip: input.ip })
  if (!user) throw invalidLink()
  refuseMismatch(input)
  await refuseWeakPassword(input.password, user.email)
  const password_hash = await hashPassword(input.password, { key: user.id, is_trusted: true })
  await ctx.db.begin(async (db) => {
    // First, as everywhere: who changes the password in the settings meanwhile takes this link away.
    await lockUser(db, user.id)
    const isFirst = await consumePasswordReset(db, token_hash, ctx.now())
    if (!isFirst) throw invalidLink()
    await setPasswordHash(db, user.id, password_hash)
    await deletePendingEmailChange(db, user.id)
    await deleteSessionsOf(db, user.id)
  })
  ctx.live.publish({ kind: 'user_ended', user_id: user.id })
  await sendAnyway(ctx, 'send_password_reset_done', { user_id: user.id, locale: input.locale })
  return user.id
}
