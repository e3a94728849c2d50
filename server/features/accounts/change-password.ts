import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { wrongCurrentPassword } from '#server/domain/current-password.ts'
import { notify } from '#server/domain/notify.ts'
import { hashPassword, refuseMismatch, refuseWeakPassword } from '#server/domain/passwords.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { publishSessionsEnded } from '#server/live/live.ts'
import { deletePendingEmailChange } from '#server/store/accounts/email-changes.ts'
import { deletePasswordResetsOf } from '#server/store/accounts/password-resets.ts'
import { replacePasswordHash } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { deleteTrustedBrowsers } from '#server/store/second-factors/factors.ts'
import { deleteOtherSessions, type SessionViewer } from '#server/store/sessions.ts'

interface PasswordChange {
  /** The hash of the current password, which was just verified. */
  current_hash: string
  password: string
  password_confirmation: string
  locale: Locale
}

/** Changes the password, ends all other sessions and deletes all pending links, because an intruder may have them. */
export async function changePassword(ctx: Context, viewer: SessionViewer, change: PasswordChange): Promise<void> {
  refuseMismatch(change)
  await refuseWeakPassword(change.password, viewer.email)
  // Each change sends a mail, and the address of an account need not be confirmed, so the number is limited.
  await limitRate(ctx, 'password_change', { user_id: viewer.id })
  const after = await hashPassword(change.password, { key: viewer.id, is_trusted: true })
  const now = ctx.now()
  const ended = await ctx.db.begin(async (db) => {
    if (!(await replacePasswordHash(db, viewer.id, { before: change.current_hash, after })))
      throw wrongCurrentPassword()
    await deletePasswordResetsOf(db, viewer.id)
    await deleteTrustedBrowsers(db, viewer.id)
    await deletePendingEmailChange(db, viewer.id)
    await notify(db, [{ id: newId(now), user_id: viewer.id, kind: 'password_changed', created_at: now }])
    return await deleteOtherSessions(db, viewer.id, viewer.session_id)
  })
  ctx.live.publish({ kind: 'notices_changed', user_ids: [viewer.id] })
  publishSessionsEnded(ctx, { user_id: viewer.id, session_ids: ended })
  await trySend(ctx, 'send_password_changed', { user_id: viewer.id, locale: change.locale })
}
