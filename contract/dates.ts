import type { Locale } from './accounts.ts'

/** Date formats of pages and mails: one style for each language, with the day before the month. */

/** The plain `en` would format dates the American way. */
const TAGS = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Locale, string>

const FORMS = {
  /** 17 November 2026 */
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 17 November 2026 at 14:05 */
  moment: { dateStyle: 'long', timeStyle: 'short' },
  /** 17 November */
  day_month: { day: 'numeric', month: 'long' },
  /** 14:05 */
  time: { timeStyle: 'short' },
  /** Tuesday */
  weekday_name: { weekday: 'long' },
  /** 17 Nov */
  day_short: { day: 'numeric', month: 'short' },
  /** 17 Nov 2026 */
  day_year_short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Tuesday 17 November */
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Tuesday 17 November at 14:05 */
  weekday_time: { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  /** Tuesday 17 November 2026 */
  weekday_year: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** November */
  month: { month: 'long' },
  /** Nov */
  month_short: { month: 'short' },
  /** November 2026 */
  month_year: { month: 'long', year: 'numeric' },
  /** Nov 2026 */
  month_year_short: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateForm = keyof typeof FORMS

/** Formats a time in a language, in the time zone of this machine or in the given one. */
export function dateText(time: Date | string, language: Locale, form: DateForm, timeZone?: 'UTC'): string {
  const format = new Intl.DateTimeFormat(TAGS[language], { ...FORMS[form], ...(timeZone && { timeZone }) })
  return format
    .formatToParts(typeof time === 'string' ? new Date(time) : time)
    .map(({ type, value }) => {
      // French uses an ordinal for the first day of a month, and only for that.
      if (language === 'fr' && type === 'day' && value === '1') return '1er'
      return type === 'literal' ? value.replace(', ', ' ') : value
    })
    .join('')
}
