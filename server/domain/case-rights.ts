import type { Role } from '#contract/accounts.ts'
import type { CaseKind, CaseState } from '#contract/cases.ts'
import { type Action, DECISION_ACTIONS, MODERATOR_FREEZE_MAX_HOURS } from '#contract/decisions.ts'
import { HOUR_MS } from '#contract/time.ts'

interface StaffMember {
  id: string
  role: Role | null
}

interface Subject {
  /** Null for a notice about nobody. */
  subject_id: string | null
  /** The role of the subject; null for members, and for accounts that were erased. */
  subject_role: Role | null
}

/** What a decision depends on, apart from who decides. */
export interface DecidableCase extends Subject {
  kind: CaseKind
  state: CaseState
  needs_admin: boolean
  is_subject_erased: boolean
}

/** What a member of staff may decide about a case, from the lightest to the heaviest. Everything else is beyond the role. */
export function actionsOf(staff: StaffMember, about: DecidableCase): Action[] {
  if (about.state !== 'open') return []
  return DECISION_ACTIONS.filter((action) => mayDecide(staff, about, action) && isPossible(about, action))
}

/** Whether a decision is within the role. Of freezes that is not all: see `isLongFreeze`. */
export function mayDecide(
  staff: StaffMember,
  { kind, needs_admin, subject_id, subject_role }: Pick<DecidableCase, 'kind' | 'needs_admin' | keyof Subject>,
  action: Action,
): boolean {
  if (staff.role === null || staff.id === subject_id || (needs_admin && staff.role !== 'admin')) return false
  if (action === 'dismiss') return true
  if (!isAbove(staff, subject_role)) return false
  return staff.role === 'admin' || !(action === 'close' || (action === 'remove' && kind === 'post'))
}

/** A notice about nobody can only be dismissed, and an erased account neither frozen nor closed. */
function isPossible({ kind, is_subject_erased }: DecidableCase, action: Action): boolean {
  if (kind === 'notice') return action === 'dismiss'
  return !is_subject_erased || !(action === 'freeze' || action === 'close')
}

/** Nobody decides against a member of staff with the same role or a higher one. */
export function isAbove(staff: Pick<StaffMember, 'role'>, subject_role: Role | null): boolean {
  return subject_role === null || (subject_role === 'moderator' && staff.role === 'admin')
}

/** Whether no moderator could freeze for so long. */
export function isLongFreeze(until: Date | null, from: Date): boolean {
  return until === null || until.getTime() - from.getTime() > MODERATOR_FREEZE_MAX_HOURS * HOUR_MS
}

/** A decision that the subject has appealed against. */
export interface AppealedDecision {
  actions: readonly Action[]
  /** Null for the command line and for automatic decisions. */
  decided_by: string | null
  decided_at: Date
  until: Date | null
}

/**
 * Whether a member of staff may decide about an appeal: not the first decider, as long as somebody else may, and only an
 * admin about what only an admin can decide. `everybody` is all active staff.
 */
export function mayDecideAppeal(
  staff: StaffMember,
  about: Pick<DecidableCase, 'kind' | 'subject_id' | 'subject_role'>,
  decision: AppealedDecision,
  everybody: readonly StaffMember[],
): boolean {
  const may = (person: StaffMember) =>
    person.role !== null &&
    person.id !== about.subject_id &&
    isAbove(person, about.subject_role) &&
    (person.role === 'admin' || roleToUndo(about.kind, decision) !== 'admin')
  if (!may(staff)) return false
  return staff.id !== decision.decided_by || !everybody.some((other) => other.id !== staff.id && may(other))
}

/** The role that somebody needs to undo a decision: the one that was needed to make it. */
export function roleToUndo(
  kind: CaseKind,
  { actions, decided_at, until }: Pick<AppealedDecision, 'actions' | 'decided_at' | 'until'>,
): Role {
  const needs_admin =
    actions.includes('close') ||
    (actions.includes('remove') && kind === 'post') ||
    (actions.includes('freeze') && isLongFreeze(until, decided_at))
  return needs_admin ? 'admin' : 'moderator'
}
