import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { wrongCurrentPassword } from '#server/domain/current-password.ts'
import { notify } from '#server/domain/notify.ts'
import { hashPassword } from '#server/domain/passwords.ts'
import { refuseWeakSession } from '#server/domain/second-factors/strong-session.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { AppError } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { isAddressClosed } from '#server/store/accounts/closed-addresses.ts'
import {
  CONFIRM_LINK_LIFETIME_MS,
  consumeConfirmLink,
  consumeUndoLink,
  findConfirmLink,
  findUndoLink,
  isEmailReserved,
  upsertEmailChange,
} from '#server/store/accounts/email-changes.ts'
import { deletePasswordResetsOf } from '#server/store/accounts/password-resets.ts'
import { deleteSignUpConfirmation } from '#server/store/accounts/sign-up-confirmations.ts'
import { findCredentials, lockPasswordHash, lockUser, setEmail, setPasswordHash } from '#server/store/accounts/users.ts'
import { hashSecret, newId, newSecret } from '#server/store/ids.ts'
import { deleteSessionsOf, type SessionViewer } from '#server/store/sessions.ts'
import { later } from '#server/time.ts'
import { emailTaken, invalidLink } from './refusals.ts'

/** Requests a change. The address changes only when the link sent to the new address is opened. */
export async function requestEmailChange(
  ctx: Context,
  viewer: SessionViewer,
  input: { current_hash: string; email: string; locale: Locale },
): Promise<void> {
  const email = cleanEmail(input.email)
  const email_key = emailKey(email)
  if (email_key === emailKey(viewer.email)) {
    throw new AppError('invalid', 'This is your address already', { email: 'same' })
  }
  const now = ctx.now()
  const isTaken = await findCredentials(ctx.db, email_key)
  if (isTaken || (await isEmailReserved(ctx.db, { email_key, user_id: viewer.id, now }))) throw emailTaken()
  if (await isAddressClosed(ctx.db, ctx.secret, email)) throw emailTaken()
  const id = newId(now)
  const confirm_until = later(now, CONFIRM_LINK_LIFETIME_MS)
  await ctx.db.begin(async (db) => {
    // A password change deletes pending e-mail changes. The lock keeps a request with the old password from being
    // stored just after it.
    if (!(await lockPasswordHash(db, viewer.id, input.current_hash))) throw wrongCurrentPassword()
    // Everything about the second factors is mailed to this address, also the link that stops their removal.
    await refuseWeakSession(db, viewer)
    await upsertEmailChange(db, { id, user_id: viewer.id, new_email: email, confirm_until })
  })
  await ctx.jobs.send('send_email_confirmation', { change_id: id, locale: input.locale })
}

/** Confirms a change. The old address is notified, and can undo it. */
export async function confirmEmailChange(ctx: Context, input: { token: string; locale: Locale }): Promise<void> {
  const hash = hashSecret(input.token)
  const now = ctx.now()
  const user_id = await findConfirmLink(ctx.db, hash, now)
  if (user_id === undefined) throw invalidLink()
  const change = await ctx.db.begin(async (db) => {
    await lockUser(db, user_id)
    const confirmed = await consumeConfirmLink(db, hash, now)
    if (!confirmed) throw invalidLink()
    await takeEmail(db, { user_id, email: confirmed.new_email, now })
    if (await isAddressClosed(db, ctx.secret, confirmed.new_email)) throw emailTaken()
    // The reset links were sent to the old address.
    await deletePasswordResetsOf(db, user_id)
    return confirmed
  })
  ctx.live.publish({ kind: 'notices_changed', user_ids: [user_id] })
  await trySend(ctx, 'send_email_changed', { change_id: change.id, locale: input.locale })
}

/**
 * Restores the old address. Whoever changed it knew the password, so the password is replaced too, and a reset link is
 * sent to the old address.
 */
export async function undoEmailChange(ctx: Context, input: { token: string; locale: Locale }): Promise<void> {
  const hash = hashSecret(input.token)
  const now = ctx.now()
  const user_id = await findUndoLink(ctx.db, hash, now)
  if (user_id === undefined) throw invalidLink()
  const unknown_password = await hashPassword(newSecret(), { key: user_id, is_trusted: true })
  const email = await ctx.db.begin(async (db) => {
    await lockUser(db, user_id)
    const old_email = await consumeUndoLink(db, hash, now)
    if (old_email === undefined) throw invalidLink()
    await takeEmail(db, { user_id, email: old_email, now })
    await setPasswordHash(db, user_id, unknown_password)
    await deletePasswordResetsOf(db, user_id)
    await deleteSessionsOf(db, user_id)
    return old_email
  })
  ctx.live.publish({ kind: 'user_ended', user_id })
  await trySend(ctx, 'send_password_reset', { email, locale: input.locale, after_undo: true })
}

/** The owner of the mailbox has followed a link, so the address is confirmed, and a link for the other one is invalid. */
async function takeEmail(db: Queryable, taken: { user_id: string; email: string; now: Date }): Promise<void> {
  const { user_id, email, now } = taken
  const isFree = await setEmail(db, user_id, email, now)
  if (!isFree || (await isEmailReserved(db, { email_key: emailKey(email), user_id, now }))) throw emailTaken()
  await deleteSignUpConfirmation(db, user_id)
  await notify(db, [{ id: newId(now), user_id, kind: 'address_changed', created_at: now }])
}
