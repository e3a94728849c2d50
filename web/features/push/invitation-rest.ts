import { DAY_MS } from '#contract/time.ts'
import { readItem, writeItem } from '#web/lib/storage.ts'

const KEY = 'push_later'
const REST_MS = 30 * DAY_MS

/** Whether somebody has answered the invitation with "Not now" in the last 30 days. A clock that was set back does not extend it. */
export function isResting(now: number): boolean {
  const since = now - Number(readItem('localStorage', KEY) ?? Number.NaN)
  return since >= 0 && since < REST_MS
}

export function startRest(now: number): void {
  writeItem('localStorage', KEY, String(now))
}
