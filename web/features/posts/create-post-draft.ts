import { errorText } from '#web/lib/error-text.ts'
import { pictureProblem } from '#web/lib/picked-file.ts'
import { isAborted } from '#web/lib/upload.ts'
import { charactersLeft, isEmptyDescription, type PictureProblem, pictureRefusal } from './publish-problem.ts'

/** A post that is being made. It outlives the dialog it is made in, and every failure. */
export interface Draft {
  file: File | null
  description: string
  protected: boolean
  /** Null while nothing is under way; otherwise how much has been sent, from 0 to 1. At 1 the server works on it. */
  sent: number | null
  /** Once somebody tried to publish, what is missing is named. */
  is_checked: boolean
  picture_problem: PictureProblem | null
  /** How the last try ended, in words. */
  outcome: { type: 'error'; text: string } | { type: 'cancelled' } | null
}

export const EMPTY_DRAFT: Draft = {
  file: null,
  description: '',
  protected: false,
  sent: null,
  is_checked: false,
  picture_problem: null,
  outcome: null,
}

export type DraftEvent =
  | { type: 'picked'; file: File }
  | { type: 'described'; description: string }
  | { type: 'protected'; protected: boolean }
  | { type: 'checked' }
  | { type: 'sent'; share: number }
  | { type: 'failed'; error: unknown }
  | { type: 'published' }

export function draftAfter(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'picked': {
      const picture_problem = pictureProblem(event.file)
      // A file that cannot be taken does not cost the one that was picked before.
      return { ...draft, picture_problem, outcome: null, file: picture_problem ? draft.file : event.file }
    }
    case 'described':
      return { ...draft, description: event.description }
    case 'protected':
      return { ...draft, protected: event.protected }
    case 'checked':
      return { ...draft, is_checked: true }
    case 'sent':
      return { ...draft, sent: event.share, picture_problem: null, outcome: null }
    case 'failed':
      return { ...draft, sent: null, ...reasonOf(event.error) }
    case 'published':
      return EMPTY_DRAFT
  }
}

function reasonOf(error: unknown): Pick<Draft, 'picture_problem' | 'outcome'> {
  if (isAborted(error)) return { picture_problem: null, outcome: { type: 'cancelled' } }
  const picture_problem = pictureRefusal(error)
  return { picture_problem, outcome: picture_problem ? null : { type: 'error', text: errorText(error) } }
}

/** What keeps it from being sent, in the order it stands on the screen. */
export function faultsOf(draft: Draft): ('file' | 'description')[] {
  const isTooLong = charactersLeft(draft.description) < 0
  return [
    ...(draft.file ? [] : (['file'] as const)),
    ...(isEmptyDescription(draft.description) || isTooLong ? (['description'] as const) : []),
  ]
}
