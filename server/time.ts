import { wallClock } from '#contract/dates.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'

export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}

export function earlier(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms)
}

/** The day of a time in UTC, such as "2026-11-01". */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The month of a time in UTC, such as "2026-11". */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM'.length)
}

/** The first moment of a month in UTC. */
export function startOfMonth(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`)
}

/** All months from the first to the last, both included: "2026-11" follows "2026-10". */
export function monthsBetween(first: string | undefined, last: string): string[] {
  const months: string[] = []
  for (let month = first; month !== undefined && month <= last; month = monthAfter(month)) months.push(month)
  return months
}

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? written(year + 1, 1) : written(year, number + 1)
}

function written(year: number, number: number): string {
  return `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`
}

/** From a time of the day until another one, such as "22:00" and "07:00": the end may be on the next day. */
export interface ClockRange {
  from: string
  until: string
}

/** The time itself, or the end of the quiet hours that it falls into, by the clocks of the time zone. */
export function afterQuietHours(time: Date, { from, until }: ClockRange, time_zone: string): Date {
  const clock = wallClock(time, time_zone).time
  const isQuiet = from < until ? clock >= from && clock < until : clock >= from || clock < until
  if (!isQuiet) return time
  // The clocks may jump over the end, and into the quiet hours of the next day.
  return afterQuietHours(nextClockTime(later(time, 1), until, time_zone), { from, until }, time_zone)
}

/**
 * The first moment from this time on at which the clocks of the time zone show this time of the day. On a day on which they
 * jump over it, the moment of the jump; on a day on which they show it twice, the first one that is not over.
 */
export function nextClockTime(time: Date, clock: string, time_zone: string): Date {
  const today = wallClock(time, time_zone).day
  const shown = Date.parse(`${today}T${clock}:00.000Z`)
  const moments = [...momentsShowing(shown, time_zone), ...momentsShowing(shown + DAY_MS, time_zone)]
  return new Date(moments.find((moment) => moment >= time.getTime()) ?? time)
}

/** When the clocks show this, given as if it were UTC: once, twice, or, where they jump over it, the moment of the jump. */
function momentsShowing(shown: number, time_zone: string): number[] {
  const before = offsetAt(shown - DAY_MS, time_zone)
  const after = offsetAt(shown + DAY_MS, time_zone)
  const moments = [...new Set([shown - before, shown - after])].filter(
    (moment) => moment + offsetAt(moment, time_zone) === shown,
  )
  if (moments.length > 0) return moments.toSorted((a, b) => a - b)
  // Bisection: the offset changes between these two.
  let early = shown - after
  let late = shown - before
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle, time_zone) === before) early = middle
    else late = middle
  }
  return [late]
}

/** By how much the clocks of a time zone are ahead of UTC. */
function offsetAt(moment: number, time_zone: string): number {
  const whole_minute = Math.floor(moment / MINUTE_MS) * MINUTE_MS
  const { day, time } = wallClock(new Date(whole_minute), time_zone)
  return Date.parse(`${day}T${time}:00.000Z`) - whole_minute
}
