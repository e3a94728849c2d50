import { useRef } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { canBeSent } from '#web/features/conversations/message-draft.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { attemptOf, EMPTY_DRAFT, useFirstMessage, writeFirstMessage } from '#web/lib/drafts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { currentLanguage, t, useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { toast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useLatestFlag } from '#web/ui/overlays/use-toast-after-close.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { ComposeForm } from './compose-form.tsx'
import { useStartConversationMutation } from './compose-queries.ts'

/** The creator that a message is written to. */
export interface Recipient {
  id: string
  name: string
  profile_pic: string | null
}

export interface ComposeDialogProps {
  creator: Recipient
  open: boolean
  onClose: () => void
}

/** Dialog for a message to a creator. It loads Base UI, so it is only imported lazily, by message-button.tsx. */
export function ComposeDialog({ creator, open, onClose }: ComposeDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const draft = useFirstMessage(creator.id)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const isOpen = useLatestFlag(open)

  const { mutate, isPending, error, reset } = useStartConversationMutation(creator.id, {
    onSent: ({ id, started }) => {
      writeFirstMessage(creator.id, EMPTY_DRAFT)
      toast({ type: 'success', message: t(started ? 'conversations.started' : 'conversations.thread.sent') })
      // If the dialog was closed meanwhile, the page does not change.
      if (!isOpen.current) return
      onClose()
      void navigate(generatePath(paths.conversation, { id }))
    },
    onFailed: (failure) => {
      if (isOpen.current) textArea.current?.focus()
      else toast({ type: 'error', message: composeFailure(failure) })
    },
  })

  function send() {
    if (isPending || !canBeSent(draft.text)) return
    const attempt = attemptOf(draft, newClientId)
    writeFirstMessage(creator.id, { text: draft.text, unsent: attempt })
    mutate(attempt)
  }

  function write(text: string) {
    writeFirstMessage(creator.id, { ...draft, text })
    if (error) reset()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('conversations.write_to', { name: creator.name })}
      picture={<Avatar name={creator.name} src={portraitUrl(creator.profile_pic)} size={48} />}
      initialFocus={textArea}
    >
      <ComposeForm
        textArea={textArea}
        text={draft.text}
        onWrite={write}
        isSending={isPending}
        failure={error && composeFailure(error)}
        onSend={send}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** The server's message, which is English; other languages translate its code. Without a response we use our own text. */
function composeFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.text === null) return t('conversations.start_failed')
  return currentLanguage() === 'en' ? error.text : errorText(error)
}
