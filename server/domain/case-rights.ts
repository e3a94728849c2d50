import type { Role } from '#contract/accounts.ts'
import type { CaseKind, CaseState } from '#contract/cases.ts'
import { type Action, MODERATOR_FREEZE_MAX_HOURS } from '#contract/decisions.ts'
import { HOUR_MS } from '#contract/time.ts'

interface StaffMember {
  id: string
  role: Role | null
}

/** What a decision depends on, apart from who decides. */
export interface DecidableCase {
  kind: CaseKind
  state: CaseState
  needs_admin: boolean
  /** Null for a notice about nobody. */
  subject_id: string | null
  /** The role of the subject; null for members, and for accounts that were erased. */
  subject_role: Role | null
  is_subject_erased: boolean
}

/** What a member of staff may decide about a case, from the lightest to the heaviest. Everything else is beyond the role. */
export function actionsOf(staff: StaffMember, about: DecidableCase): Action[] {
  if (about.state !== 'open' || !mayDecideAbout(staff, about)) return []
  const isAdmin = staff.role === 'admin'
  if (about.needs_admin && !isAdmin) return []
  if (about.kind === 'notice') return ['dismiss']
  const actions: Action[] = ['dismiss', 'warn', 'hide']
  if (isAdmin || about.kind !== 'post') actions.push('remove')
  if (!about.is_subject_erased) actions.push('freeze')
  if (!about.is_subject_erased && isAdmin) actions.push('close')
  return actions
}

/** Nobody decides about themselves, or about a member of staff with the same role or a higher one. */
function mayDecideAbout(
  staff: StaffMember,
  { subject_id, subject_role }: Pick<DecidableCase, 'subject_id' | 'subject_role'>,
): boolean {
  if (staff.role === null || staff.id === subject_id) return false
  return subject_role === null || (subject_role === 'moderator' && staff.role === 'admin')
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
    mayDecideAbout(person, about) && (person.role === 'admin' || !needsAdmin(about.kind, decision))
  if (!may(staff)) return false
  return staff.id !== decision.decided_by || !everybody.some((other) => other.id !== staff.id && may(other))
}

/** Removed posts, closed accounts, and freezes beyond those of a moderator. */
function needsAdmin(kind: CaseKind, { actions, decided_at, until }: AppealedDecision): boolean {
  if (actions.includes('close') || (kind === 'post' && actions.includes('remove'))) return true
  if (!actions.includes('freeze')) return false
  return until === null || until.getTime() - decided_at.getTime() > MODERATOR_FREEZE_MAX_HOURS * HOUR_MS
}
