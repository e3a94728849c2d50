import { paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import { sweepEmailChanges } from '#server/store/email-changes.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { sweepMailCounts } from '#server/store/mail-counts.ts'
import { RESET_LINK_LIFETIME_MS, replacePasswordReset, sweepPasswordResets } from '#server/store/password-resets.ts'
import { sweepSessions } from '#server/store/sessions.ts'
import { holdCredentials } from '#server/store/users.ts'
import { later } from '#server/time.ts'
import { confirmDeletion, eraseAccounts } from './erasure.ts'
import { passwordResetMail } from './mails.ts'

export const accountJobs: FeatureJobs = {
  send_password_reset: { run: sendPasswordReset },
  sweep_accounts: { schedule: '17 * * * *', run: sweepAccounts },
  confirm_deletion: { run: confirmDeletion },
  erase_accounts: { schedule: '27 * * * *', run: eraseAccounts },
}

async function sweepAccounts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepSessions(db, now())
  await sweepPasswordResets(db, now())
  await sweepEmailChanges(db, now())
  await sweepMailCounts(db, now())
}

/**
 * The secret is made here, at the moment of sending, so that it never lies in the queue. An unknown address gets nothing,
 * and nobody is erased between the link and its mail.
 */
async function sendPasswordReset(ctx: Context, request: JobPayloads['send_password_reset']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const user = await holdCredentials(db, emailKey(request.email))
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
