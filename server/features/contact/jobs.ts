import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { layoutNote } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import {
  type ContactMessage,
  claimUnmailedMessage,
  listUnmailedMessages,
  markMessageMailed,
} from '#server/store/contact-messages.ts'

export const contactJobs: FeatureJobs = {
  mail_contact_messages: { schedule: '*/5 * * * *', run: mailContactMessages },
}

/**
 * Mails every message that was not mailed yet. A row lock keeps two processes from sending one twice, and a message
 * that the mail server refuses does not stop the others.
 */
export async function mailContactMessages(
  ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin'>,
): Promise<void> {
  const to = ctx.config.contact_email
  if (to === undefined) return
  await tryEach(await listUnmailedMessages(ctx.db), (id) =>
    ctx.db.begin(async (db) => {
      const message = await claimUnmailedMessage(db, id)
      if (!message) return
      await ctx.mail.send({ to, ...contactMail(message, ctx.origin()) })
      await markMessageMailed(db, id, ctx.now())
    }),
  )
}

const LANGUAGES: Record<Locale, string> = { en: 'English', fr: 'French' }

/** A mail to the operators, in English. The reply goes to the sender of the message. */
function contactMail({ name, email, message, locale, created_at }: ContactMessage, origin: string): Omit<Mail, 'to'> {
  const title = `Message from ${name}`
  const facts = [`From: ${name}, ${email}`, `Language: ${LANGUAGES[locale]}`, `Written: ${created_at.toISOString()}`]
  return {
    subject: title,
    reply_to: email,
    ...layoutNote({ title, facts, text: message, text_locale: locale, origin }),
  }
}
