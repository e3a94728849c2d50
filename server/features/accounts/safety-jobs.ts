import { paths, SESSION_SETTINGS } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded, sendBoundedAlone } from '#server/jobs/bounded-mail.ts'
import { eachInTurn } from '#server/jobs/each-in-turn.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import {
  CONFIRM_LINK_LIFETIME_MS,
  holdUntoldChange,
  listUntoldChanges,
  setConfirmLink,
  setUndoLink,
} from '#server/store/email-changes.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { findUser } from '#server/store/users.ts'
import { later } from '#server/time.ts'
import {
  confirmEmailMail,
  emailChangedMail,
  newDeviceMail,
  passwordChangedMail,
  passwordResetDoneMail,
} from './safety-mails.ts'

export const safetyJobs: FeatureJobs = {
  send_password_reset_done: { run: (ctx, payload) => sendPasswordChanged(ctx, payload, passwordResetDoneMail) },
  send_new_device: { run: sendNewDevice },
  send_password_changed: { run: (ctx, payload) => sendPasswordChanged(ctx, payload) },
  send_email_confirmation: { run: sendEmailConfirmation },
  send_email_changed: { run: sendEmailChanged },
  // For those above that came to nothing.
  tell_old_addresses: { schedule: '37 * * * *', run: tellOldAddresses },
}

async function sendNewDevice(ctx: Context, payload: JobPayloads['send_new_device']): Promise<void> {
  const user = await findUser(ctx.db, payload.user_id)
  if (!user) return
  const link = `${ctx.origin()}${SESSION_SETTINGS}`
  const seen = { device: payload.device, at: new Date(payload.at) }
  const words = newDeviceMail(user.locale ?? payload.locale, seen, link)
  await sendBoundedAlone(ctx, { kind: 'new_device', to: user.email }, words)
}

/** Whether it was changed in the settings or with a link: both are told in the same way, and bounded together. */
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

/** The secret is made at the moment of sending, so that it never lies in the queue. What was replaced is not sent. */
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

/** For somebody whose account was taken this is the only way back: the link counts once its mail is on its way. */
async function sendEmailChanged(ctx: Context, payload: JobPayloads['send_email_changed']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const change = await holdUntoldChange(db, payload.change_id, ctx.now())
    const user = change && (await findUser(db, change.user_id))
    if (!user) return
    // An address that had enough of these for now is told by a later run.
    await sendBounded(ctx, db, { kind: 'address_changed', to: change.old_email }, async () => {
      const secret = newSecret()
      await setUndoLink(db, { id: payload.change_id, undo_hash: hashSecret(secret) })
      return emailChangedMail(user.locale ?? payload.locale, `${ctx.origin()}${paths.undo_email}?token=${secret}`)
    })
  })
}

/** Whom the queue or the mail server kept from being told. One that fails stops no other. */
async function tellOldAddresses(ctx: Context): Promise<void> {
  await eachInTurn(await listUntoldChanges(ctx.db, ctx.now()), (change_id) =>
    sendEmailChanged(ctx, { change_id, locale: 'en' }),
  )
}
