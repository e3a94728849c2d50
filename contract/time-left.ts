import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

export interface TimeLeft {
  unit: 'days' | 'hours' | 'minutes'
  count: number
}

/**
 * Formats a duration in its largest unit, rounded, so that thirty days are still shown as thirty a moment after they began.
 * At least one minute.
 */
export function timeLeft(ms: number): TimeLeft {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return { unit: 'minutes', count: Math.max(1, minutes) }
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 24) return { unit: 'hours', count: hours }
  return { unit: 'days', count: Math.round(ms / DAY_MS) }
}
