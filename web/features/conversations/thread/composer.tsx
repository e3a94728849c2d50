import { useMutationState } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { canBeSent, newClientId, RoomLeft, roomLeft } from '#web/features/conversations/message-draft.tsx'
import { useSendMessageMutation } from '#web/features/conversations/message-queries.ts'
import { attemptOf, type Draft, isRetry, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'

/** A few lines; beyond them the field scrolls. */
const TALLEST_PX = 148

/** There is one on a page. */
export const FIELD_ID = 'your-message'

export interface ComposerProps {
  conversation_id: string
  user_id: string
  /** Whether the message that went out under this id is in the thread. */
  hasArrived: (client_id: string) => boolean
  onTyping: () => void
}

/**
 * Where one writes. While a message is on its way the field is closed; should it fail, the words are back in it. Closed
 * means that it looks and is announced as disabled and that typing has no effect. Neither `disabled` nor `readOnly` is
 * set: the first takes the focus away, and either one makes a phone put its keyboard away after every message.
 */
export function Composer({ conversation_id, user_id, hasArrived, onTyping }: ComposerProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(() => readDraft(user_id, conversation_id))
  const { mutate } = useSendMessageMutation(conversation_id, user_id)
  const sending = useMutationState({
    filters: { mutationKey: [...mutationKeys.send, conversation_id], status: 'pending' },
  })
  const isSending = sending.length > 0
  const field = useRef<HTMLTextAreaElement>(null)
  const countId = useId()

  const content = draft.text.trim()
  const room = roomLeft(content)
  const isFailed = !isSending && isRetry(draft)
  const isOver = room !== null && room < 0
  const shown = isSending ? '' : draft.text

  useFocusAfter(field, isSending)

  const unsent = draft.unsent
  const isThere = unsent !== undefined && !isSending && hasArrived(unsent.client_id)
  useEffect(() => {
    // It has arrived after all, or just now: its words need not be kept. Others that were typed since are.
    if (isThere) setDraft((kept) => ({ text: kept.text.trim() === kept.unsent?.content ? '' : kept.text }))
  }, [isThere])

  useEffect(() => {
    if (!isSending) writeDraft(user_id, conversation_id, draft)
  }, [user_id, conversation_id, draft, isSending])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    // Empty, it is as high as one line, however long the words in the other language are.
    if (shown !== '') element.style.height = `${Math.min(element.scrollHeight, TALLEST_PX)}px`
  }, [shown])

  function send(event?: SubmitEvent) {
    event?.preventDefault()
    if (!canBeSent(content) || isSending) return
    const attempt = attemptOf(draft, newClientId)
    setDraft({ text: draft.text, unsent: attempt })
    mutate(attempt)
  }

  function press(event: KeyboardEvent) {
    // On a keyboard of glass, Enter is the only way to a new line. A word that is being put together takes it too.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={send} className="flex-none border-t border-line px-3 pt-2.5 pb-safe-6 md:px-6 md:pt-3.5 md:pb-5">
      {isFailed && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <Alert type="error" look="bare">
            {t('thread.not_sent')}
          </Alert>
          <Button type="submit" variant="ghost" size="sm">
            {t('thread.retry')}
          </Button>
        </div>
      )}
      <div className="flex items-end gap-2.5">
        <TextArea
          ref={field}
          id={FIELD_ID}
          rows={1}
          required
          aria-disabled={isSending || undefined}
          value={shown}
          placeholder={t('thread.placeholder')}
          aria-label={t('thread.message')}
          aria-invalid={isOver || undefined}
          aria-describedby={room === null ? undefined : countId}
          autoComplete="off"
          onKeyDown={press}
          onChange={({ target }) => {
            if (isSending) return
            setDraft((kept) => ({ ...kept, text: target.value }))
            if (target.value.trim() !== '') onTyping()
          }}
          className="min-w-0 flex-1 rounded-composer! has-aria-disabled:border-edge! [&>textarea]:resize-none [&>textarea]:aria-disabled:caret-transparent [&>textarea]:overflow-y-auto"
        />
        <Button
          type="submit"
          disabled={!canBeSent(content)}
          loading={isSending}
          // A press leaves the focus in the field, and the keyboard of a phone where it is.
          onMouseDown={(event) => event.preventDefault()}
          icon={<SendHorizontal aria-hidden="true" />}
          className="min-h-12.5 max-md:px-5.5"
        >
          <span className="max-md:sr-only">{t('thread.send')}</span>
        </Button>
      </div>
      {room !== null && <RoomLeft id={countId} left={room} className="px-4" />}
    </form>
  )
}

function isTouch(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches
}

/** A press on Retry takes that button away with the focus: who has not gone elsewhere since goes on writing when the field opens again. */
function useFocusAfter(field: { current: HTMLElement | null }, isClosed: boolean): void {
  const wasClosed = useRef(isClosed)
  useEffect(() => {
    const { activeElement } = document
    const isHere = activeElement === document.body || field.current?.closest('form')?.contains(activeElement)
    if (wasClosed.current && !isClosed && isHere) field.current?.focus()
    wasClosed.current = isClosed
  }, [field, isClosed])
}
