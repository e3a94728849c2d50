import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/** Relative time: "Just now" below the first, hours below the second, then days. */
const JUST_NOW_BELOW_MS = HOUR_MS
const HOURS_AGO_BELOW_MS = DAY_MS

export type TimeAgo = { unit: 'now' } | { unit: 'hours' | 'days'; count: number }

/**
 * Relative time for “Just now”, “Nh ago” and “Nd ago”, in the largest whole unit. If the clock of the device is behind the
 * server's, the age is negative and counts as “Just now”.
 */
export function timeAgo(created_at: string, now: number): TimeAgo {
  const age = now - Date.parse(created_at)
  if (age < JUST_NOW_BELOW_MS) return { unit: 'now' }
  if (age < HOURS_AGO_BELOW_MS) return { unit: 'hours', count: Math.floor(age / HOUR_MS) }
  return { unit: 'days', count: Math.floor(age / DAY_MS) }
}
