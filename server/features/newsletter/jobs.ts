import { newsletter } from '#contract/newsletter.ts'
import { newsletterPath } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { eachInTurn } from '#server/jobs/each-in-turn.ts'
import { sweepContactMessages } from '#server/store/contact-messages.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { sweepNewsletterAddresses } from '#server/store/newsletter.ts'
import {
  listDueConfirmations,
  lockDueConfirmation,
  saveConfirmationLinks,
} from '#server/store/newsletter-confirmations.ts'
import { newsletterMail } from './mails.ts'

export const newsletterJobs: FeatureJobs = {
  mail_newsletter: { schedule: '*/5 * * * *', run: mailNewsletter },
  sweep_visitors: { schedule: '47 * * * *', run: sweepVisitors },
}

/** Sweep: deletes the expired data of visitors, from the newsletter and the contact form. */
async function sweepVisitors({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNewsletterAddresses(db, now())
  await sweepContactMessages(db, now())
}

/**
 * Sends the due confirmation mails. The secrets are generated here, so the queue never contains them and the database
 * only their hashes. Each address is locked while its mail is sent, and a refused mail does not stop the others.
 */
export async function mailNewsletter(
  ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin' | 'secret'>,
): Promise<void> {
  await eachInTurn(await listDueConfirmations(ctx.db, ctx.now()), (email_key) =>
    ctx.db.begin(async (db) => {
      const now = ctx.now()
      const confirmation = await lockDueConfirmation(db, email_key, now)
      if (!confirmation) return
      await sendBounded(ctx, db, { kind: 'newsletter', to: confirmation.email }, async () => {
        const [confirm, leave] = [newSecret(), newSecret()]
        await saveConfirmationLinks(db, confirmation, {
          confirm_hash: hashSecret(confirm),
          leave_hash: hashSecret(leave),
          now,
        })
        const links = {
          confirm: `${ctx.origin()}${newsletterPath('confirm', confirm)}`,
          leave: `${ctx.origin()}${newsletterPath('unsubscribe', leave)}`,
          one_click: `${ctx.origin()}/api${newsletter.leave_newsletter.path}?token=${leave}`,
        }
        return newsletterMail(confirmation.consent_locale, links)
      })
    }),
  )
}
