import { type SubmitEvent, useReducer, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { isAborted } from '#web/lib/upload.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CreateStoryForm } from './create-story-form.tsx'
import { useCreateStory } from './queries.ts'
import { draftAfter, EMPTY_DRAFT, faultsOf } from './story-draft.ts'

export interface CreateStoryDialogProps {
  open: boolean
  onClose: () => void
}

/** Loads Base UI. The draft is kept here, outside of what closes, for as long as the page lives. */
export function CreateStoryDialog({ open, onClose }: CreateStoryDialogProps) {
  const { t } = useTranslation()
  const [draft, tell] = useReducer(draftAfter, EMPTY_DRAFT)
  const { mutate } = useCreateStory()
  const cancel = useRef<() => void>(undefined)
  const pickButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (draft.sent !== null) return
    tell({ type: 'checked' })
    const [fault] = faultsOf(draft)
    if (fault === 'media') pickButton.current?.focus()
    if (fault === 'description') textArea.current?.focus()
    if (!fault && draft.media) send(draft.media)
  }

  function send(media: File) {
    const { description, protected: isProtected } = draft
    const controller = new AbortController()
    cancel.current = () => controller.abort()
    tell({ type: 'sent', share: 0 })
    const onProgress = (share: number) => tell({ type: 'sent', share })
    mutate(
      { media, description, protected: isProtected, signal: controller.signal, onProgress },
      {
        onSuccess: () => {
          tell({ type: 'published' })
          onClose()
        },
        onError: (error) => {
          tell({ type: 'failed', error })
          if (!isAborted(error)) toast({ type: 'error', message: t('stories.create_failed') })
        },
      },
    )
  }

  /** While it is being sent, leaving means not sending it. What the server already has it will publish: that goes on unseen. */
  function leave() {
    if (draft.sent !== null && draft.sent < 1) cancel.current?.()
    else onClose()
  }

  return (
    <Dialog open={open} onClose={leave} title={t('stories.create_title')}>
      <CreateStoryForm
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
