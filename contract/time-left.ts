import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

export interface TimeLeft {
  unit: 'days' | 'hours' | 'minutes'
  count: number
}

/**
 * How long something goes on, as people say it: in the largest unit of which there is one, rounded, so that thirty days
 * are still thirty a moment after they began. As long as it goes on at all, that is a minute at least.
 */
export function timeLeft(ms: number): TimeLeft {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return { unit: 'minutes', count: Math.max(1, minutes) }
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 24) return { unit: 'hours', count: hours }
  return { unit: 'days', count: Math.round(ms / DAY_MS) }
}
