import type { Context } from '#server/context.ts'
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

export function handleLandingJobs(ctx: Context): void {
  ctx.jobs.handle('mail_contact_messages', () => mailContactMessages(ctx))
  ctx.jobs.handle('mail_newsletter', () => mailNewsletter(ctx))
  ctx.jobs.handle('sweep_visitors', async () => {
    await sweepNewsletterAddresses(ctx.db, ctx.now())
    await sweepContactMessages(ctx.db, ctx.now())
  })
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
