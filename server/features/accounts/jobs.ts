import { paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded, sendBoundedAlone } from '#server/jobs/bounded-mail.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import {
  CONFIRM_LINK_LIFETIME_MS,
  listUnmailedChanges,
  lockUnmailedChange,
  setConfirmLink,
  setUndoLink,
  sweepEmailChanges,
} from '#server/store/accounts/email-changes.ts'
import {
  RESET_LINK_LIFETIME_MS,
  replacePasswordReset,
  sweepPasswordResets,
} from '#server/store/accounts/password-resets.ts'
import {
  listDueSignUpConfirmations,
  lockDueSignUpConfirmation,
  SIGN_UP_LINK_LIFETIME_MS,
  setSignUpLink,
  sweepSignUpConfirmations,
} from '#server/store/accounts/sign-up-confirmations.ts'
import { findUser, lockCredentials } from '#server/store/accounts/users.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { sweepMailCounts } from '#server/store/mail-counts.ts'
import { sweepSessions } from '#server/store/sessions.ts'
import { later } from '#server/time.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  passwordChangedMail,
  passwordResetDoneMail,
  passwordResetMail,
  signUpMail,
} from './mails.ts'

export const accountJobs: FeatureJobs = {
  send_password_reset: { run: sendPasswordReset },
  sweep_accounts: { schedule: '17 * * * *', run: sweepAccounts },
  send_password_reset_done: { run: (ctx, payload) => sendPasswordChanged(ctx, payload, passwordResetDoneMail) },
  send_password_changed: { run: (ctx, payload) => sendPasswordChanged(ctx, payload) },
  send_sign_up_confirmation: { run: sendSignUpConfirmation },
  // Sends the mails of `send_sign_up_confirmation` that are still due.
  mail_sign_up_confirmations: { schedule: '*/10 * * * *', run: mailSignUpConfirmations },
  send_email_confirmation: { run: sendEmailConfirmation },
  send_email_changed: { run: sendEmailChanged },
  // Retries the mails of `send_email_changed` that could not be sent.
  tell_old_addresses: { schedule: '37 * * * *', run: notifyOldAddresses },
}

async function sweepAccounts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepSessions(db, now())
  await sweepPasswordResets(db, now())
  await sweepEmailChanges(db, now())
  await sweepSignUpConfirmations(db, now())
  await sweepMailCounts(db, now())
}

/**
 * The secret is generated when the mail is sent, so it is never stored in the queue. An unknown address gets no mail.
 * The row lock keeps the account from being erased before the mail is sent.
 */
async function sendPasswordReset(ctx: Context, request: JobPayloads['send_password_reset']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const user = await lockCredentials(db, emailKey(request.email))
    if (!user) return
    const kind = request.after_undo ? 'reset_after_undo' : 'password_reset'
    await sendBounded(ctx, db, { kind, to: user.email }, async () => {
      const secret = newSecret()
      await replacePasswordReset(db, {
        user_id: user.id,
        token_hash: hashSecret(secret),
        expires_at: later(ctx.now(), RESET_LINK_LIFETIME_MS),
      })
      const link = `${ctx.origin()}${paths.confirm_reset_password}?reset_password_token=${secret}`
      return passwordResetMail(user.locale ?? request.locale, link)
    })
  })
}

/** For a change in the settings and a reset by link. Both share one mail limit. */
async function sendPasswordChanged(
  ctx: Context,
  payload: JobPayloads['send_password_changed'],
  mail = passwordChangedMail,
): Promise<void> {
  const user = await findUser(ctx.db, payload.user_id)
  if (!user) return
  const words = mail(user.locale ?? payload.locale, `${ctx.origin()}${paths.reset_password}`)
  await sendBoundedAlone(ctx, { kind: 'password_changed', to: user.email }, words)
}

/**
 * Sends the link that confirms the address of a sign-up, if it is due: a repeated job sends nothing. The secret is
 * generated here, so it is never stored in the queue.
 */
async function sendSignUpConfirmation(
  ctx: Context,
  { user_id, locale }: JobPayloads['send_sign_up_confirmation'],
): Promise<void> {
  await ctx.db.begin(async (db) => {
    const user = await lockDueSignUpConfirmation(db, user_id)
    if (!user) return
    await sendBounded(ctx, db, { kind: 'sign_up_confirmation', to: user.email }, async () => {
      const secret = newSecret()
      const valid_until = later(ctx.now(), SIGN_UP_LINK_LIFETIME_MS)
      await setSignUpLink(db, { user_id, token_hash: hashSecret(secret), valid_until })
      return signUpMail(user.locale ?? locale, `${ctx.origin()}${paths.confirm_email}?token=${secret}`)
    })
  })
}

/** Sends the mails that the queue or the mail server has failed to send. A failure does not stop the others. */
async function mailSignUpConfirmations(ctx: Context): Promise<void> {
  await tryEach(await listDueSignUpConfirmations(ctx.db), (user_id) =>
    sendSignUpConfirmation(ctx, { user_id, locale: 'en' }),
  )
}

/**
 * The secret is generated when the mail is sent, so it is never stored in the queue. A replaced change sends nothing.
 */
async function sendEmailConfirmation(ctx: Context, payload: JobPayloads['send_email_confirmation']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const secret = newSecret()
    const change = await setConfirmLink(db, {
      id: payload.change_id,
      confirm_hash: hashSecret(secret),
      confirm_until: later(ctx.now(), CONFIRM_LINK_LIFETIME_MS),
    })
    const user = change && (await findUser(db, change.user_id))
    if (!user) return
    const link = `${ctx.origin()}${paths.confirm_email}?token=${secret}`
    await sendBounded(ctx, db, { kind: 'email_confirmation', to: change.new_email }, async () =>
      confirmEmailMail(user.locale ?? payload.locale, link),
    )
  })
}

/** For the victim of an account takeover this link is the only way back, so it is stored only if its mail is sent. */
async function sendEmailChanged(ctx: Context, payload: JobPayloads['send_email_changed']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const change = await lockUnmailedChange(db, payload.change_id, ctx.now())
    const user = change && (await findUser(db, change.user_id))
    if (!user) return
    // If the mail limit of the address is used up, a later run sends it.
    await sendBounded(ctx, db, { kind: 'address_changed', to: change.old_email }, async () => {
      const secret = newSecret()
      await setUndoLink(db, { id: payload.change_id, undo_hash: hashSecret(secret) })
      return emailChangedMail(user.locale ?? payload.locale, `${ctx.origin()}${paths.undo_email}?token=${secret}`)
    })
  })
}

/** Sends the mails that the queue or the mail server has failed to send. A failure does not stop the others. */
async function notifyOldAddresses(ctx: Context): Promise<void> {
  await tryEach(await listUnmailedChanges(ctx.db, ctx.now()), (change_id) =>
    sendEmailChanged(ctx, { change_id, locale: 'en' }),
  )
}
