import { INSIGHT_DAYS } from '#contract/insights.ts'
import { DAY_MS } from '#contract/time.ts'
import { invalid } from '#server/errors.ts'
import type { Period } from '#server/store/insights/figures.ts'
import { dayOf, earlier, later, monthAfter, monthOf, startOfMonth } from '#server/time.ts'

/** A period, and the one that it is compared with. */
export interface ComparedPeriods {
  period: Period
  before: Period
}

/**
 * The last 30 days and the 30 before them, or a month and the month before. A month that is not over is compared with as many
 * days of the month before.
 */
export function periodsOf(month: string | undefined, now: Date): ComparedPeriods {
  if (month === undefined) {
    const until = later(new Date(`${dayOf(now)}T00:00:00.000Z`), DAY_MS)
    const from = earlier(until, INSIGHT_DAYS * DAY_MS)
    return { period: periodFrom(from, until), before: periodFrom(earlier(from, INSIGHT_DAYS * DAY_MS), from) }
  }
  const from = startOfMonth(month)
  if (from > now) throw invalid('month', 'This month has not begun')
  const end = startOfMonth(monthAfter(month))
  const tomorrow = later(new Date(`${dayOf(now)}T00:00:00.000Z`), DAY_MS)
  const until = tomorrow < end ? tomorrow : end
  const before = startOfMonth(monthOf(earlier(from, 1)))
  const same_day = later(before, until.getTime() - from.getTime())
  return {
    period: periodFrom(from, until),
    before: periodFrom(before, until < end && same_day < from ? same_day : from),
  }
}

function periodFrom(from: Date, until: Date): Period {
  return { first_day: dayOf(from), last_day: dayOf(earlier(until, 1)), from, until }
}

/** All days of a period, oldest first. */
export function daysOf({ from, until }: Period): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = later(day, DAY_MS)) days.push(dayOf(day))
  return days
}
