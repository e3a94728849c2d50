import type { Locale } from '#contract/accounts.ts'
import type { Insights } from '#contract/insights.ts'

export interface Change {
  /** Below zero if it is less than before. */
  is: number
  /** "+ 31", or "+ 18%". */
  text: string
}

/** How a figure differs from the period before. Null if there was no such period. In percent only of something. */
export function changeOf({ count, before }: Insights['people'], language: Locale, inPercent = false): Change | null {
  if (before === null) return null
  const difference = count - before
  const isPercent = inPercent && before > 0
  const value = isPercent ? difference / before : difference
  const format = new Intl.NumberFormat(language, {
    signDisplay: 'exceptZero',
    ...(isPercent && { style: 'percent', maximumFractionDigits: 0 }),
  })
  // A space after the sign, and a minus as long as the plus.
  return { is: difference, text: format.format(value).replace('-', '−').replace(/^[+−]/, '$&\u00a0') }
}
