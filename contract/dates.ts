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
  /** Tue */
  weekday_short: { weekday: 'short' },
  /** 17 */
  day_number: { day: 'numeric' },
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

/** The time zone of this machine, such as "Europe/Paris". */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Formats a time in a language, in the time zone of this machine or in the given one. */
export function dateText(time: Date | string, language: Locale, form: DateForm, timeZone?: string): string {
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

const clocks = new Map<string, Intl.DateTimeFormat>()

/** One formatter for each time zone, because to make one is slow. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = clocks.get(key)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(key, clock)
  return clock
}

/** What calendar and clock show in a time zone: "2026-11-18" and "22:05". */
export function wallClock(time: Date, timeZone: string): { day: string; time: string } {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

/** Whether this is a name of the IANA time zone database. Offsets such as "+01:00" know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}
