import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { Revenues } from '#contract/money.ts'

type Month = Revenues['months'][number]

const CHART_MONTHS = 6

const FORMS = {
  alone: 'month',
  short: 'month_short',
  full: 'month_year',
  narrow: 'month_year_short',
} as const

/** Formats a month such as "2026-11" in a language. */
export function monthName(month: string, language: Locale, form: keyof typeof FORMS): string {
  return dateText(`${month}-01T00:00:00Z`, language, FORMS[form], 'UTC')
}

export interface Bar {
  month: string
  net: string
  /** In percent of the highest bar. */
  height: number
}

/** The bars of the last six months. Months before the first payment are filled in with zero. */
export function barsOf(months: readonly Pick<Month, 'month' | 'net'>[]): Bar[] {
  const shown = months.slice(-CHART_MONTHS)
  while (shown.length > 0 && shown.length < CHART_MONTHS)
    shown.unshift({ month: monthBefore(shown[0]?.month ?? ''), net: '0.00' })
  const highest = Math.max(...shown.map(({ net }) => Number(net)))
  return shown.map(({ month, net }) => ({ month, net, height: highest > 0 ? (Number(net) / highest) * 100 : 0 }))
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}
