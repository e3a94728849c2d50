export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}

export function earlier(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms)
}
