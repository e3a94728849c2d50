import type { Role } from '#contract/accounts.ts'
import type { Action, Ground, ProfilePart } from '#contract/decisions.ts'
import type { Viewer } from '#server/access.ts'
import { forbidden, invalid } from '#server/errors.ts'
import type { FreezableAccount } from '#server/store/accounts/freezes.ts'
import type { JudgedCase } from '#server/store/decisions/decisions.ts'
import { cleanText } from '#server/text.ts'
import { isAbove, isLongFreeze, mayDecide } from './case-rights.ts'

/** The member of staff who decides; null for the command line, which may do everything. */
export type Decider = Pick<Viewer, 'id' | 'role'> | null

/** What a decision contains, after its checks. */
export interface AskedDecision {
  actions: readonly Action[]
  /** Ground and facts are null for a dismissal, and told to the subject otherwise. */
  ground: Ground | null
  facts: string | null
  /** The end of a freeze; null for good. */
  until: Date | null
  parts?: readonly ProfilePart[] | null
}

interface RawDecision {
  action: Action | readonly Action[]
  ground?: Ground | null | undefined
  facts?: string | null | undefined
  until?: string | null | undefined
  parts?: readonly ProfilePart[] | undefined
}

/** Pairs that contradict each other. */
const EXCLUSIVE: readonly (readonly [Action, Action])[] = [
  ['hide', 'remove'],
  ['freeze', 'close'],
]

/** Checks what does not depend on the case. `dismiss` stands alone, and everything else needs a ground and the facts. */
export function readDecision(raw: RawDecision, now: Date): AskedDecision {
  const actions = typeof raw.action === 'string' ? [raw.action] : raw.action
  if (actions.includes('dismiss')) {
    if (actions.length > 1) throw invalid('action', 'A dismissal stands alone')
    return { actions, ground: null, facts: null, until: null }
  }
  if (EXCLUSIVE.some((pair) => pair.every((action) => actions.includes(action))))
    throw invalid('action', 'These actions exclude each other')
  if (!raw.ground) throw invalid('ground', 'is required')
  const facts = cleanText(raw.facts ?? '')
  if (facts === '') throw invalid('facts', 'is required')
  const until = actions.includes('freeze') ? readEnd(raw.until, now) : null
  return { actions, ground: raw.ground, facts, until, parts: raw.parts ?? null }
}

/** A freeze without an end has to be asked for: null and not nothing. */
function readEnd(until: string | null | undefined, now: Date): Date | null {
  if (until === undefined) throw invalid('until', 'is required')
  if (until === null) return null
  const ends_at = new Date(until)
  if (!(ends_at > now)) throw invalid('until', 'must be in the future')
  return ends_at
}

/** 403 for what is beyond the role of the decider, or about staff of the same role or a higher one. */
export function refuseBeyondRole(
  staff: Decider,
  found: Pick<JudgedCase, 'kind' | 'needs_admin' | 'subject_id'>,
  { actions, until }: Pick<AskedDecision, 'actions' | 'until'>,
  { role, now }: { role: Role | null; now: Date },
): void {
  if (staff === null) return
  if (!actions.every((action) => mayDecide(staff, { ...found, subject_role: role }, action))) throw forbidden()
  if (actions.includes('freeze')) refuseLongFreeze(staff, until, now)
}

/** Nobody decides against a member of staff with the same role or a higher one. */
export function refuseAboutStaff(staff: Decider, role: Role | null): void {
  if (staff !== null && !isAbove(staff, role)) throw forbidden()
}

export function refuseLongFreeze(staff: Decider, ends_at: Date | null, from: Date): void {
  if (staff !== null && staff.role !== 'admin' && isLongFreeze(ends_at, from)) throw forbidden()
}

/** A moderator does not change or end a freeze that no moderator could have made. */
export function refuseForeignFreeze(staff: Decider, { frozen_at, frozen_until }: FreezableAccount): void {
  if (frozen_at !== null) refuseLongFreeze(staff, frozen_until, frozen_at)
}
