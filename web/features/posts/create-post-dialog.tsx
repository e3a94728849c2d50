import { type SubmitEvent, useEffect, useReducer, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { draftAfter, EMPTY_DRAFT, faultsOf } from './create-post-draft.ts'
import { CreatePostForm } from './create-post-form.tsx'
import { pictureProblemText } from './publish-problem.ts'
import { useCreatePost } from './publish-queries.ts'

export interface CreatePostDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * Loads Base UI: open it through LazyCreatePostDialog. The draft is kept here, outside of what closes, for as long as the
 * page lives.
 */
export function CreatePostDialog({ open, onClose }: CreatePostDialogProps) {
  const { t } = useTranslation()
  const [draft, tell] = useReducer(draftAfter, EMPTY_DRAFT)
  const { mutate } = useCreatePost()
  const cancel = useRef<() => void>(undefined)
  const pickButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)

  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
  }, [open])

  // Not before it is drawn: while a picture is sent, the button cannot have the focus.
  useEffect(() => {
    if (draft.picture_problem) pickButton.current?.focus()
  }, [draft.picture_problem])

  function fail(error: unknown) {
    tell({ type: 'failed', error })
    const { picture_problem, outcome } = draftAfter(draft, { type: 'failed', error })
    const message = picture_problem ? pictureProblemText(picture_problem) : outcome?.type === 'error' && outcome.text
    // Whoever has closed the dialog in the meantime hears of it all the same.
    if (!isOpen.current && message) toast({ type: 'error', message })
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
    const controller = new AbortController()
    cancel.current = () => controller.abort()
    tell({ type: 'sent', share: 0 })
    mutate(
      {
        file,
        description: draft.description,
        protected: draft.protected,
        signal: controller.signal,
        onProgress: (share) => tell({ type: 'sent', share }),
      },
      {
        onSuccess: () => {
          tell({ type: 'published' })
          onClose()
        },
        onError: fail,
      },
    )
  }

  /** While it is being sent, leaving means not sending it. What the server already has it will publish: that goes on unseen. */
  function leave() {
    if (draft.sent !== null && draft.sent < 1) cancel.current?.()
    else onClose()
  }

  return (
    <Dialog open={open} onClose={leave} title={t('publish.create')}>
      <CreatePostForm
        draft={draft}
        tell={tell}
        pickButton={pickButton}
        textArea={textArea}
        onSubmit={submit}
        onLeave={leave}
      />
    </Dialog>
  )
}
