import { wallClock } from '#contract/dates.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

/** A day and a time of the clock on the wall: "2026-11-20" and "20:00". */
export interface WallTime {
  day: string
  time: string
}

/**
 * The moment at which the clocks of a time zone show this day and time; null if it is incomplete. A time that does not
 * exist, because the clocks are put forward, is the moment an hour later; one that exists twice is the first.
 */
export function momentOf({ day, time }: WallTime, timeZone: string): Date | null {
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  // The offset of the zone is looked up on both sides of a change of the clocks.
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS]
    .map((near) => asUtc - offsetAt(near, timeZone))
    .sort((a, b) => a - b)
  const exact = candidates.find((moment) => sameClock(moment, { day, time }, timeZone))
  return new Date(exact ?? candidates[1] ?? asUtc)
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  const { day, time } = wallClock(new Date(moment), timeZone)
  return Date.parse(`${day}T${time}Z`) - Math.floor(moment / MINUTE_MS) * MINUTE_MS
}

function sameClock(moment: number, wanted: WallTime, timeZone: string): boolean {
  const { day, time } = wallClock(new Date(moment), timeZone)
  return day === wanted.day && time === wanted.time.slice(0, 5)
}

/** What the fields offer first: the next full hour that is at least an hour away. */
export function nextSlot(now: Date, timeZone: string): WallTime {
  return wallClock(new Date(Math.ceil((now.getTime() + HOUR_MS) / HOUR_MS) * HOUR_MS), timeZone)
}

/** "Europe/Paris" is the time of Paris. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** The days of the ribbon, from today, each as its date in the time zone. */
export function daysFrom(now: Date, count: number, timeZone: string): string[] {
  const today = Date.parse(`${wallClock(now, timeZone).day}T00:00Z`)
  return Array.from({ length: count }, (_, index) => new Date(today + index * DAY_MS).toISOString().slice(0, 10))
}
