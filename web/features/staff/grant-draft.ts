import { GRANT_MAX_DAYS } from '#contract/staff.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** The values of the form as they were typed. */
export interface GrantDraft {
  username: string
  creator: string
  days: string
}

export type GrantField = keyof GrantDraft
export type GrantProblem = 'required' | 'days' | 'unknown' | 'not_a_creator' | 'oneself'
export type GrantProblems = Partial<Record<GrantField, GrantProblem>>

export const GRANT_FIELDS: readonly GrantField[] = ['username', 'creator', 'days']
export const USUAL_DAYS = '30'

export interface Grant {
  username: string
  creator: string
  days: number
}

/** Parses and validates the form: the request, or the problems by field. */
export function readGrant(draft: GrantDraft): { grant: Grant } | { problems: GrantProblems } {
  const username = draft.username.trim()
  const creator = draft.creator.trim()
  const days = /^\d{1,5}$/.test(draft.days.trim()) ? Number(draft.days) : 0
  const problems: GrantProblems = {
    ...(username === '' && { username: 'required' }),
    ...(creator === '' && { creator: 'required' }),
    ...((days < 1 || days > GRANT_MAX_DAYS) && { days: 'days' }),
  }
  return Object.keys(problems).length > 0 ? { problems } : { grant: { username, creator, days } }
}

const SERVER_PROBLEMS: readonly string[] = ['unknown', 'not_a_creator', 'oneself'] satisfies GrantProblem[]

/** The problems that the server reports, by field. Empty if the request failed for another reason. */
export function problemsOf(error: unknown): GrantProblems {
  if (!(error instanceof ApiError)) return {}
  const { username, creator, days } = error.fields
  return {
    ...(isServerProblem(username) && { username }),
    ...(isServerProblem(creator) && { creator }),
    ...(days !== undefined && { days: 'days' as const }),
  }
}

function isServerProblem(word: string | undefined): word is GrantProblem {
  return word !== undefined && SERVER_PROBLEMS.includes(word)
}

export type RevokeProblem = Exclude<GrantProblem, 'days'> | 'nothing_granted'

/** The problem that the server reports when a grant is taken back. Undefined if the request failed for another reason. */
export function revokeProblemOf(error: unknown): RevokeProblem | undefined {
  if (error instanceof ApiError && error.status === 404) return 'nothing_granted'
  const { creator, username } = problemsOf(error)
  const found = creator ?? username
  return found === 'days' ? undefined : found
}
