import { DESCRIPTION_MAX } from '#contract/limits.ts'
import { isAborted } from './upload.ts'

/** A post or a story that is being made. It outlives the dialog it is made in, and every failure. */
export interface Draft<Problem extends string> {
  file: File | null
  description: string
  protected: boolean
  /** Null while nothing is under way; otherwise how much has been sent, from 0 to 1. At 1 the server works on it. */
  sent: number | null
  /** Once somebody tried to publish, what is missing is named. */
  is_checked: boolean
  /** What is wrong with a file, which need not be the one that was kept. */
  file_problem: Problem | null
  /** It is another file that something is wrong with: `file` was chosen before, and stays. */
  is_kept: boolean
  /** How the last try ended, where the file is not to blame. */
  outcome: { error: unknown } | 'cancelled' | null
}

export const EMPTY_DRAFT: Draft<never> = {
  file: null,
  description: '',
  protected: false,
  sent: null,
  is_checked: false,
  file_problem: null,
  is_kept: false,
  outcome: null,
}

export type DraftEvent<Problem extends string> =
  /** With what is known to be wrong with it. */
  | { type: 'picked'; file: File; problem: Problem | null }
  /** Something is wrong with the file after all. */
  | { type: 'rejected'; problem: Problem }
  | { type: 'described'; description: string }
  | { type: 'protected'; protected: boolean }
  | { type: 'checked' }
  | { type: 'sent'; share: number }
  | { type: 'failed'; error: unknown }
  | { type: 'published' }

/** What files are taken: what can be known before sending one, and what a refusal says against the one that was sent. */
export interface FileRules<Problem extends string> {
  problemOf: (file: File) => Promise<Problem | null>
  refusalOf: (error: unknown, file: Pick<File, 'type'>) => Problem | null
}

export function draftAfter<Problem extends string>(
  { refusalOf }: Pick<FileRules<Problem>, 'refusalOf'>,
  draft: Draft<Problem>,
  event: DraftEvent<Problem>,
): Draft<Problem> {
  switch (event.type) {
    case 'picked': {
      const { file, problem } = event
      // A file that cannot be taken does not cost the one that was picked before.
      if (problem) return { ...draft, file_problem: problem, is_kept: draft.file !== null, outcome: null }
      return { ...draft, file, file_problem: null, is_kept: false, outcome: null }
    }
    case 'rejected':
      return { ...draft, file: null, file_problem: event.problem, is_kept: false }
    case 'described':
      return { ...draft, description: event.description }
    case 'protected':
      return { ...draft, protected: event.protected }
    case 'checked':
      return { ...draft, is_checked: true }
    case 'sent':
      return { ...draft, sent: event.share, file_problem: null, is_kept: false, outcome: null }
    case 'failed': {
      const { error } = event
      const file_problem = draft.file && refusalOf(error, draft.file)
      const outcome = isAborted(error) ? 'cancelled' : file_problem ? null : { error }
      return { ...draft, sent: null, file_problem, outcome }
    }
    case 'published':
      return EMPTY_DRAFT
  }
}

/** What keeps it from being sent, in the order it stands on the screen. */
export function faultsOf({ file, description }: Draft<string>): ('file' | 'description')[] {
  const isWrong = isEmptyDescription(description) || charactersLeft(description) < 0
  return [...(file ? [] : (['file'] as const)), ...(isWrong ? (['description'] as const) : [])]
}

/** How many characters a description may still have, as the server counts them; below zero, how many it has too many. */
export function charactersLeft(description: string): number {
  return DESCRIPTION_MAX - [...description].length
}

export function isEmptyDescription(description: string): boolean {
  return description.trim() === ''
}
