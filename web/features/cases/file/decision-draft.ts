import type { CaseFile } from '#contract/cases.ts'
import { type Action, DECISION_ACTIONS, MODERATOR_FREEZE_MAX_HOURS } from '#contract/decisions.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'

/** The lengths of a freeze to choose from, in hours. Null freezes for good. */
const LENGTHS = { day: 24, three_days: MODERATOR_FREEZE_MAX_HOURS, week: 168, month: 720, forever: null } as const
export type FreezeLength = keyof typeof LENGTHS

/** The clock of this device may be a little ahead of the server's, which refuses a moderator one minute too many. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS

export function lengthsOf(isAdmin: boolean): FreezeLength[] {
  return isAdmin ? ['day', 'three_days', 'week', 'month', 'forever'] : ['day', 'three_days']
}

/** When a freeze of this length ends, in whole minutes, so that the preview of a letter stays the same for a minute. */
export function endOf(length: FreezeLength, now: number): string | null {
  const hours = LENGTHS[length]
  if (hours === null) return null
  const end = now + hours * HOUR_MS - CLOCK_TOLERANCE_MS
  return new Date(Math.floor(end / MINUTE_MS) * MINUTE_MS).toISOString()
}

/** What the form offers. An admin decides at once, instead of hiding it until an admin decides. */
export function offeredActions({ may }: Pick<CaseFile, 'may'>, isAdmin: boolean): Action[] {
  return may.filter((action) => action !== 'hide' || !isAdmin)
}

/** Actions that make no sense together: the newer one wins. */
const EXCLUSIVE: readonly (readonly Action[])[] = [
  ['hide', 'remove'],
  ['freeze', 'close'],
]

/** Ticks or unticks an action. `dismiss` stands alone. The result is in the order of the list. */
export function toggleAction(actions: readonly Action[], action: Action): Action[] {
  if (actions.includes(action)) return actions.filter((other) => other !== action)
  const rivals = EXCLUSIVE.find((pair) => pair.includes(action)) ?? []
  const kept = actions.filter((other) => (other === 'dismiss') === (action === 'dismiss') && !rivals.includes(other))
  return DECISION_ACTIONS.filter((each) => each === action || kept.includes(each))
}
