import type { Locale } from '#contract/accounts.ts'
import { layoutNote } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { ContactMessage } from '#server/store/contact-messages.ts'

const LANGUAGES: Record<Locale, string> = { en: 'English', fr: 'French' }

/** For the people of the house, whose language is English here; an answer goes to who wrote. */
export function contactMail({ name, email, message, locale, created_at }: ContactMessage): Omit<Mail, 'to'> {
  const title = `Message from ${name}`
  const facts = [`From: ${name}, ${email}`, `Language: ${LANGUAGES[locale]}`, `Written: ${created_at.toISOString()}`]
  return { subject: title, reply_to: email, ...layoutNote({ title, facts, text: message, text_locale: locale }) }
}
