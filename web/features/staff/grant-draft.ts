import { GRANT_MAX_DAYS } from '#contract/limits.ts'
import { ApiError } from '#web/lib/api-error.ts'

/** What stands in the form, as it was typed. */
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

/** What can be sent, or what is wrong with it. */
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

const SAID: readonly string[] = ['unknown', 'not_a_creator', 'oneself'] satisfies GrantProblem[]

/** What the server finds wrong with which field. Nothing when it failed for another reason. */
export function problemsSaid(error: unknown): GrantProblems {
  if (!(error instanceof ApiError)) return {}
  const { username, creator, days } = error.fields
  return {
    ...(isSaid(username) && { username }),
    ...(isSaid(creator) && { creator }),
    ...(days !== undefined && { days: 'days' as const }),
  }
}

function isSaid(word: string | undefined): word is GrantProblem {
  return word !== undefined && SAID.includes(word)
}
