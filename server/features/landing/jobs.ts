import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { eachInTurn } from '#server/jobs/each-in-turn.ts'
import {
  claimUnmailedMessage,
  listUnmailedMessages,
  markMessageMailed,
  sweepContactMessages,
} from '#server/store/contact-messages.ts'
import { sweepNewsletterAddresses } from '#server/store/newsletter.ts'
import { contactMail } from './mails.ts'
import { mailNewsletter } from './newsletter-jobs.ts'

export const landingJobs: FeatureJobs = {
  mail_contact_messages: { schedule: '*/5 * * * *', run: mailContactMessages },
  mail_newsletter: { schedule: '*/5 * * * *', run: mailNewsletter },
  sweep_visitors: { schedule: '47 * * * *', run: sweepVisitors },
}

async function sweepVisitors({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNewsletterAddresses(db, now())
  await sweepContactMessages(db, now())
}

/**
 * Mails every message that was not mailed yet, whatever kept it from being mailed before. Each is held while it is
 * mailed, so that two who do this at once do not send it twice, and one that the mail server refuses stops no other.
 */
export async function mailContactMessages(ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now'>): Promise<void> {
  const to = ctx.config.contact_email
  if (to === undefined) return
  await eachInTurn(await listUnmailedMessages(ctx.db), (id) =>
    ctx.db.begin(async (db) => {
      const message = await claimUnmailedMessage(db, id)
      if (!message) return
      await ctx.mail.send({ to, ...contactMail(message) })
      await markMessageMailed(db, id, ctx.now())
    }),
  )
}
