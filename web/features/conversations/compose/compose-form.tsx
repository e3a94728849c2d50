import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, type SubmitEvent, useId } from 'react'
import { CharactersLeft, canBeSent, charactersLeft } from '#web/features/conversations/message-draft.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'

const COMPOSE_ROWS = 4

export interface ComposeFormProps {
  textArea: RefObject<HTMLTextAreaElement | null>
  text: string
  onWrite: (text: string) => void
  isSending: boolean
  /** The error text of the last attempt. */
  failure: string | null
  onSend: () => void
  onCancel: () => void
}

export function ComposeForm({ textArea, text, onWrite, isSending, failure, onSend, onCancel }: ComposeFormProps) {
  const { t } = useTranslation()
  const roomId = useId()
  const room = charactersLeft(text)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSend()
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextArea
        ref={textArea}
        aria-label={t('conversations.your_message')}
        name="content"
        rows={COMPOSE_ROWS}
        required
        value={text}
        readOnly={isSending}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={key}
        {...(room !== null && { 'aria-describedby': roomId })}
        {...(room !== null && room < 0 && { 'aria-invalid': true })}
      />
      {room !== null && <CharactersLeft id={roomId} left={room} />}
      {failure !== null && (
        <Alert type="error" className="mt-3">
          {failure}
        </Alert>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={onCancel}>
          {t('conversations.cancel')}
        </Button>
        <Button
          type="submit"
          icon={<SendHorizontal aria-hidden="true" />}
          loading={isSending}
          aria-disabled={!canBeSent(text)}
        >
          {t('conversations.send')}
        </Button>
      </DialogActions>
    </form>
  )
}
