import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'

/** "October 2026" for "2026-10". */
export function monthText(month: string, language: Locale): string {
  return dateText(`${month}-01T00:00:00Z`, language, 'month_year', 'UTC')
}

/** The first and the last day of a month such as "2026-10", without the year. */
export function monthEnds(month: string, language: Locale): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    first: dateText(new Date(Date.UTC(year, number - 1, 1)), language, 'day_month', 'UTC'),
    last: dateText(new Date(Date.UTC(year, number, 0)), language, 'day_month', 'UTC'),
  }
}
