import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/domain/notify.ts'
import { hashPassword, refuseMismatch, refuseWeakPassword } from '#server/domain/passwords.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { deletePendingEmailChange } from '#server/store/accounts/email-changes.ts'
import { consumePasswordReset, findPasswordReset } from '#server/store/accounts/password-resets.ts'
import { deleteSignUpConfirmation } from '#server/store/accounts/sign-up-confirmations.ts'
import { findUser, lockUser, setEmailConfirmed, setPasswordHash } from '#server/store/accounts/users.ts'
import { hashSecret, newId } from '#server/store/ids.ts'
import { deleteTrustedBrowsers } from '#server/store/second-factors/factors.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { invalidLink } from './refusals.ts'

interface NewPassword {
  token: string
  password: string
  password_confirmation: string
  ip: string
  locale: Locale
}

/** Sets the new password, consumes the link and ends all sessions, in one transaction. Returns the user's id. */
export async function confirmPasswordReset(ctx: Context, input: NewPassword): Promise<string> {
  const token_hash = hashSecret(input.token)
  const user_id = await findPasswordReset(ctx.db, token_hash, ctx.now())
  const user = user_id === undefined ? undefined : await findUser(ctx.db, user_id)
  // An invalid link is counted for the IP address. A valid link is counted for its account, so that others at the same
  // IP address cannot block it.
  await limitRate(ctx, 'password_reset_confirm', user ? { user_id: user.id } : { ip: input.ip })
  if (!user) throw invalidLink()
  refuseMismatch(input)
  await refuseWeakPassword(input.password, user.email)
  const password_hash = await hashPassword(input.password, { key: user.id, is_trusted: true })
  const now = ctx.now()
  await ctx.db.begin(async (db) => {
    // The user is locked first, as in all such transactions: a concurrent password change deletes this link.
    await lockUser(db, user.id)
    const isFirst = await consumePasswordReset(db, token_hash, ctx.now())
    if (!isFirst) throw invalidLink()
    await setPasswordHash(db, user.id, password_hash)
    // The link was sent to the address of the account, so it proves the address too.
    await setEmailConfirmed(db, user.id, ctx.now())
    await deleteSignUpConfirmation(db, user.id)
    await deletePendingEmailChange(db, user.id)
    await deleteSessionsOf(db, user.id)
    await deleteTrustedBrowsers(db, user.id)
    await notify(db, [{ id: newId(now), user_id: user.id, kind: 'password_changed', created_at: now }])
  })
  ctx.live.publish({ kind: 'user_ended', user_id: user.id })
  await trySend(ctx, 'send_password_reset_done', { user_id: user.id, locale: input.locale })
  return user.id
}
