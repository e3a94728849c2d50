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

/** Deletes what visitors left, here and in contact messages, when its time has come. */
async function sweepVisitors({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNewsletterAddresses(db, now())
  await sweepContactMessages(db, now())
}

/**
 * Writes to every address that waits for its link. The secrets are made here, at the moment of sending: the queue and
 * the database never see them. Each address is held while it is written to, and one that is refused stops no other.
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
