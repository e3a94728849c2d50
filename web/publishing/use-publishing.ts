import { type RefObject, type SubmitEvent, useEffect, useReducer, useRef } from 'react'
import { type Draft, type DraftEvent, draftAfter, EMPTY_DRAFT, type FileRules, faultsOf } from './publish-draft.ts'
import { isAborted, type UploadOptions } from './upload.ts'

/** What is sent: a file and the words about it. */
export interface NewMedia extends UploadOptions {
  file: File
  description: string
  protected: boolean
}

export interface PublishingOptions<Problem extends string> extends FileRules<Problem> {
  onClose: () => void
  /** A mutation. */
  publish: (media: NewMedia, then: { onSuccess: () => void; onError: (error: unknown) => void }) => void
  /** It was not published, though nobody cancelled it: what a toast should say of it, if anything. */
  onFail: (error: unknown, problem: Problem | null) => void
}

export interface Publishing<Problem extends string> {
  draft: Draft<Problem>
  tell: (event: DraftEvent<Problem>) => void
  /** Looks at a file, and takes it or says what is wrong with it. */
  pick: (file: File) => Promise<void>
  pickButton: RefObject<HTMLButtonElement | null>
  textArea: RefObject<HTMLTextAreaElement | null>
  submit: (event: SubmitEvent<HTMLFormElement>) => void
  leave: () => void
}

/** The draft of a post or a story on its way to the server, and the focus on what is wrong with it. */
export function usePublishing<Problem extends string>(options: PublishingOptions<Problem>): Publishing<Problem> {
  const { problemOf, refusalOf, onClose, publish, onFail } = options
  const [draft, tell] = useReducer(
    (before: Draft<Problem>, event: DraftEvent<Problem>) => draftAfter({ refusalOf }, before, event),
    EMPTY_DRAFT,
  )
  const cancel = useRef<() => void>(undefined)
  const newest = useRef<File>(undefined)
  const pickButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)

  // Not before it is drawn: while a file is sent, the button cannot have the focus.
  useEffect(() => {
    if (draft.file_problem) pickButton.current?.focus()
  }, [draft.file_problem])

  async function pick(file: File) {
    newest.current = file
    const problem = await problemOf(file)
    // Another one was picked while this one was looked at.
    if (newest.current === file) tell({ type: 'picked', file, problem })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (draft.sent !== null) return
    tell({ type: 'checked' })
    const [fault] = faultsOf(draft)
    if (fault === 'file') pickButton.current?.focus()
    if (fault === 'description') textArea.current?.focus()
    if (!fault && draft.file) send(draft.file)
  }

  function send(file: File) {
    const { description, protected: isProtected } = draft
    const controller = new AbortController()
    cancel.current = () => controller.abort()
    tell({ type: 'sent', share: 0 })
    const onProgress = (share: number) => tell({ type: 'sent', share })
    publish(
      { file, description, protected: isProtected, signal: controller.signal, onProgress },
      {
        onSuccess: () => {
          tell({ type: 'published' })
          onClose()
        },
        onError: (error) => {
          tell({ type: 'failed', error })
          if (!isAborted(error)) onFail(error, refusalOf(error, file))
        },
      },
    )
  }

  /** While it is being sent, leaving means not sending it. What the server already has it will publish: that goes on unseen. */
  function leave() {
    if (draft.sent !== null && draft.sent < 1) cancel.current?.()
    else onClose()
  }

  return { draft, tell, pick, pickButton, textArea, submit, leave }
}
