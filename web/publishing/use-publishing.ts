import { type RefObject, type SubmitEvent, useEffect, useReducer, useRef } from 'react'
import { type FormName, holdFormFile, readFormDraft, readFormFile, writeFormDraft } from '#web/lib/form-drafts.ts'
import { useUnloadQuestion } from '#web/lib/use-unload-question.ts'
import {
  type Draft,
  type DraftEvent,
  draftReducer,
  type FileRules,
  fieldsToKeep,
  invalidFieldsOf,
  restoredDraft,
} from './publish-draft.ts'
import { isAborted, type UploadOptions } from './upload.ts'

/** The input of the mutation that publishes a post or a story. */
export interface NewMedia extends UploadOptions {
  file: File
  description: string
  protected: boolean
}

export interface PublishingOptions<Problem extends string> extends FileRules<Problem> {
  /** Where the draft is kept while the page is closed. */
  kept: { user_id: string; form: FormName }
  onClose: () => void
  /** The `mutate` function of the mutation. */
  publish: (media: NewMedia, then: { onSuccess: () => void; onError: (error: unknown) => void }) => void
  /** Is called after an error, but not after a cancelled upload. It may show a toast. */
  onFail: (error: unknown, problem: Problem | null) => void
}

export interface Publishing<Problem extends string> {
  draft: Draft<Problem>
  dispatch: (event: DraftEvent<Problem>) => void
  /** Validates a file, and accepts or rejects it. */
  pick: (file: File) => Promise<void>
  pickButton: RefObject<HTMLButtonElement | null>
  textArea: RefObject<HTMLTextAreaElement | null>
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Cancels the upload if one is running, otherwise closes the dialog. */
  leave: () => void
}

/** The logic of the publish form: draft, validation, upload, and focus on the first invalid field. */
export function usePublishing<Problem extends string>(options: PublishingOptions<Problem>): Publishing<Problem> {
  const { kept, problemOf, refusalOf, onClose, publish, onFail } = options
  const { user_id, form } = kept
  const [draft, dispatch] = useReducer(
    (before: Draft<Problem>, event: DraftEvent<Problem>) => draftReducer({ refusalOf }, before, event),
    null,
    (): Draft<Problem> => restoredDraft(readFormDraft(user_id, form), readFormFile(user_id, form)),
  )
  const cancel = useRef<() => void>(undefined)
  const newest = useRef<File>(undefined)
  const pickButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)

  // In an effect, after the render: during an upload the button is disabled and cannot get the focus.
  useEffect(() => {
    if (draft.file_problem) pickButton.current?.focus()
  }, [draft.file_problem])

  const fields = JSON.stringify(fieldsToKeep(draft))
  useEffect(() => writeFormDraft(user_id, form, JSON.parse(fields)), [user_id, form, fields])
  useEffect(() => holdFormFile(user_id, form, draft.file), [user_id, form, draft.file])
  useUnloadQuestion(draft.file !== null)

  async function pick(file: File) {
    newest.current = file
    const problem = await problemOf(file)
    // Ignores the result if another file was picked during the validation.
    if (newest.current === file) dispatch({ type: 'picked', file, problem })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (draft.sent !== null) return
    dispatch({ type: 'checked' })
    const [invalid] = invalidFieldsOf(draft)
    if (invalid === 'file') pickButton.current?.focus()
    if (invalid === 'description') textArea.current?.focus()
    if (!invalid && draft.file) send(draft.file)
  }

  function send(file: File) {
    const { description, protected: isProtected } = draft
    const controller = new AbortController()
    cancel.current = () => controller.abort()
    dispatch({ type: 'sent', share: 0 })
    const onProgress = (share: number) => dispatch({ type: 'sent', share })
    publish(
      { file, description, protected: isProtected, signal: controller.signal, onProgress },
      {
        onSuccess: () => {
          dispatch({ type: 'published' })
          onClose()
        },
        onError: (error) => {
          dispatch({ type: 'failed', error })
          if (!isAborted(error)) onFail(error, refusalOf(error, file))
        },
      },
    )
  }

  /**
   * The upload can be cancelled until the server has received everything. After that, the server will publish it, so
   * the dialog just closes.
   */
  function leave() {
    if (draft.sent !== null && draft.sent < 1) cancel.current?.()
    else onClose()
  }

  return { draft, dispatch, pick, pickButton, textArea, submit, leave }
}
