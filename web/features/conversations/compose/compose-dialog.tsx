import { useRef } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { newClientId } from '#web/features/conversations/new-client-id.ts'
import { attemptOf, EMPTY_DRAFT, useFirstMessage, writeFirstMessage } from '#web/lib/drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { toast } from '#web/lib/toasts.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useIsNow } from '#web/ui/overlays/use-missed-failure.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { canBeSent } from './compose-draft.ts'
import { composeFailure } from './compose-failure.ts'
import { ComposeForm } from './compose-form.tsx'
import { useStartConversationMutation } from './compose-queries.ts'

/** Somebody one may write to. */
export interface Addressee {
  id: string
  name: string
  profile_pic: string | null
}

export interface ComposeDialogProps {
  creator: Addressee
  open: boolean
  onClose: () => void
}

/** A letter to a creator. Loads Base UI: open it through LazyComposeDialog. */
export function ComposeDialog({ creator, open, onClose }: ComposeDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const draft = useFirstMessage(creator.id)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const isOpen = useIsNow(open)

  const { mutate, isPending, error, reset } = useStartConversationMutation(creator.id, {
    onSent: ({ id, started }) => {
      writeFirstMessage(creator.id, EMPTY_DRAFT)
      toast({ type: 'success', message: t(started ? 'conversations.started' : 'thread.sent') })
      // Whoever has closed the dialog in the meantime stays where they are.
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
