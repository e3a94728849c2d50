import { DESCRIPTION_MAX } from '#contract/schemas.ts'
import { type FormFields, keptText } from '#web/lib/form-drafts.ts'
import { isAborted } from './upload.ts'

/** The state of the publish form, for a post or a story. It survives closing the dialog, and every error. */
export interface Draft<Problem extends string> {
  file: File | null
  description: string
  protected: boolean
  /** The upload progress from 0 to 1; null if no upload is running. At 1 the server processes the file. */
  sent: number | null
  /** Missing fields are marked only after the first attempt to publish. */
  is_checked: boolean
  /** The problem of the last file that was picked or sent. */
  file_problem: Problem | null
  /** The problem belongs to a rejected file; `file` is the earlier choice, which stays. */
  is_kept: boolean
  /** How the last attempt ended, unless the file was the problem. */
  outcome: { error: unknown } | 'cancelled' | null
  /** It was begun before the page was opened. */
  is_restored: boolean
  /** The name of a file that was picked then. It is not kept, so it has to be picked again. */
  lost_file: string | null
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
  is_restored: false,
  lost_file: null,
}

/** What of a draft is kept when the page is closed; nothing as long as nothing was written or picked. */
export function fieldsToKeep({ file, description, lost_file, ...draft }: Draft<string>): FormFields {
  const file_name = file?.name ?? lost_file
  if (isEmptyDescription(description) && file_name === null) return {}
  return { description, protected: draft.protected, ...(file_name !== null && { file_name }) }
}

/** The draft that was kept. Within a tab the file is kept too. */
export function restoredDraft(fields: FormFields, file: File | null): Draft<never> {
  const is_restored = Object.keys(fields).length > 0
  return {
    ...EMPTY_DRAFT,
    file,
    description: keptText(fields, 'description') ?? '',
    protected: fields.protected === true,
    is_restored,
    lost_file: file ? null : (keptText(fields, 'file_name') ?? null),
  }
}

export type DraftEvent<Problem extends string> =
  /** A file was picked, and this is the result of its validation. */
  | { type: 'picked'; file: File; problem: Problem | null }
  /** A problem was found after the file was accepted. */
  | { type: 'rejected'; problem: Problem }
  | { type: 'described'; description: string }
  | { type: 'protected'; protected: boolean }
  | { type: 'checked' }
  | { type: 'sent'; share: number }
  | { type: 'failed'; error: unknown }
  | { type: 'published' }
  | { type: 'discarded' }

/** Validation of files: on the client before the upload, and from the server's error after it. */
export interface FileRules<Problem extends string> {
  problemOf: (file: File) => Promise<Problem | null>
  refusalOf: (error: unknown, file: Pick<File, 'type'>) => Problem | null
}

/** The reducer of the publish form. */
export function draftReducer<Problem extends string>(
  { refusalOf }: Pick<FileRules<Problem>, 'refusalOf'>,
  draft: Draft<Problem>,
  event: DraftEvent<Problem>,
): Draft<Problem> {
  switch (event.type) {
    case 'picked': {
      const { file, problem } = event
      // A rejected file does not replace the earlier choice.
      if (problem) return { ...draft, file_problem: problem, is_kept: draft.file !== null, outcome: null }
      return { ...draft, file, file_problem: null, is_kept: false, outcome: null, lost_file: null }
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
    case 'discarded':
      return EMPTY_DRAFT
  }
}

/** The invalid fields, in their order on the screen. */
export function invalidFieldsOf({ file, description }: Draft<string>): ('file' | 'description')[] {
  const isWrong = isEmptyDescription(description) || charactersLeft(description) < 0
  return [...(file ? [] : (['file'] as const)), ...(isWrong ? (['description'] as const) : [])]
}

/** The remaining characters of a description, negative if it is too long. Counts code points, like the server. */
export function charactersLeft(description: string): number {
  return DESCRIPTION_MAX - [...description].length
}

export function isEmptyDescription(description: string): boolean {
  return description.trim() === ''
}
