import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { layoutMail } from './layout.ts'
import type { Mail } from './mailer.ts'

export interface LinkMailTexts {
  title: string
  text: string
  action: string
  footnote: string
}

/** A mail with one link. Its title is also the subject. */
export function linkMail(locale: Locale, words: LinkMailTexts, link: string): Omit<Mail, 'to'> {
  return { subject: words.title, ...layoutMail(locale, { ...words, link }) }
}

/** A time in UTC, because the time zone of the reader is not known. The mail has to name the zone. */
export function timeInUtc(locale: Locale, time: Date): string {
  return dateText(time, locale, 'moment', 'UTC')
}
