import { wallClock } from '#contract/dates.ts'
import type { Draft } from '#contract/drafts.ts'

/** When a post came out. The list has no time, but an id begins with its milliseconds (UUID version 7). */
export function publishedAt(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** Scheduled posts by the day on which they come out in a time zone, the next first. */
export function byDay(scheduled: readonly Draft[], timeZone: string): { day: string; drafts: Draft[] }[] {
  const days = new Map<string, Draft[]>()
  const sorted = scheduled.toSorted((a, b) => Date.parse(a.publish_at ?? '') - Date.parse(b.publish_at ?? ''))
  for (const draft of sorted) {
    const { day } = wallClock(new Date(draft.publish_at ?? ''), timeZone)
    days.set(day, [...(days.get(day) ?? []), draft])
  }
  return [...days].map(([day, drafts]) => ({ day, drafts }))
}

/** How many of these moments are on each day in a time zone. */
export function countByDay(moments: readonly Date[], timeZone: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const moment of moments) {
    const { day } = wallClock(moment, timeZone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}
