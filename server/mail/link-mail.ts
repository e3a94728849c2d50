import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { layoutMail } from './layout.ts'
import type { Mail } from './mailer.ts'

export interface LinkMailWords {
  title: string
  text: string
  action: string
  footnote: string
}

/** A mail with one link, whose title is its subject too. */
export function linkMail(locale: Locale, words: LinkMailWords, link: string): Omit<Mail, 'to'> {
  return { subject: words.title, ...layoutMail(locale, { ...words, link }) }
}

/** By UTC, which the letter has to say: nobody knows where the reader is. */
export function momentInUtc(locale: Locale, time: Date): string {
  return dateText(time, locale, 'moment', 'UTC')
}
