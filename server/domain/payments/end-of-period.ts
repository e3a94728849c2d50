import type { Period } from '#server/payments/provider.ts'

const DAYS = { day: 1, week: 7 } as const

/**
 * When a period that starts at this time ends, in UTC: a day has 24 hours, a week seven days, and a month ends on the same
 * day of the next month, or on its last one: 31 January to 28 February.
 */
export function endOfPeriod(from: Date, period: Period): Date {
  const until = new Date(from)
  if (period !== 'month') {
    until.setUTCDate(from.getUTCDate() + DAYS[period])
    return until
  }
  until.setUTCDate(1)
  until.setUTCMonth(from.getUTCMonth() + 1)
  const last_day = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate()
  until.setUTCDate(Math.min(from.getUTCDate(), last_day))
  return until
}
