import { useMutationState } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { CharactersLeft, canBeSent, charactersLeft } from '#web/features/conversations/message-draft.tsx'
import { useSendMessageMutation } from '#web/features/conversations/message-queries.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { attemptOf, type Draft, isRetry, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'

/** The field grows with its text up to this height; then it scrolls. */
const MAX_HEIGHT_PX = 148

/** Constant, because a page has one composer at most. */
export const FIELD_ID = 'your-message'

/** What tools beside the field can do with it. */
export interface ComposerField {
  text: string
  /** Adds a text to what is in the field, and puts the focus there. */
  insert: (text: string) => void
}

export interface ComposerProps {
  conversation_id: string
  user_id: string
  /** Whether the message with this `client_id` is in the thread. */
  hasArrived: (client_id: string) => boolean
  onTyping: () => void
  tools?: ((field: ComposerField) => ReactNode) | undefined
}

/**
 * The form that sends messages. While a message is being sent the field is closed; if that fails, it shows the text again.
 * Closed means that it looks and is announced as disabled and that typing has no effect. Neither `disabled` nor `readOnly`
 * is set: `disabled` loses the focus, and both make a phone hide its keyboard after every message.
 */
export function Composer({ conversation_id, user_id, hasArrived, onTyping, tools }: ComposerProps) {
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
  const left = charactersLeft(content)
  const isFailed = !isSending && isRetry(draft)
  const isTooLong = left !== null && left < 0
  const shown = isSending ? '' : draft.text

  useRestoreFocus(field, isSending)

  const unsent = draft.unsent
  const hasUnsentArrived = unsent !== undefined && !isSending && hasArrived(unsent.client_id)
  useEffect(() => {
    // The message is in the thread now, so its text is removed from the draft. Text that was typed since is kept.
    if (hasUnsentArrived) setDraft((kept) => ({ text: kept.text.trim() === kept.unsent?.content ? '' : kept.text }))
  }, [hasUnsentArrived])

  useEffect(() => {
    if (!isSending) writeDraft(user_id, conversation_id, draft)
  }, [user_id, conversation_id, draft, isSending])

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    // An empty field has the height of one line: a placeholder that wraps in one language must not make it higher.
    if (shown !== '') element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [shown])

  function send(event?: SubmitEvent) {
    event?.preventDefault()
    if (!canBeSent(content) || isSending) return
    const attempt = attemptOf(draft, newClientId)
    setDraft({ text: draft.text, unsent: attempt })
    mutate(attempt)
  }

  function insert(text: string) {
    if (isSending) return
    setDraft((kept) => ({ ...kept, text: kept.text.trim() === '' ? text : `${kept.text.trimEnd()}\n${text}` }))
    // After the dialog that inserts it has returned the focus to its button.
    setTimeout(() => field.current?.focus())
  }

  function submitOnEnter(event: KeyboardEvent) {
    // On a touch keyboard Enter is the only way to a new line. While an input method composes a word, Enter confirms that word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch()) return
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={send} className="flex-none border-t border-line px-3 pt-2.5 pb-safe-6 md:px-6 md:pt-3.5 md:pb-5">
      {isFailed && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <Alert type="error" look="bare">
            {t('conversations.thread.not_sent')}
          </Alert>
          <Button type="submit" variant="ghost" size="sm">
            {t('conversations.thread.retry')}
          </Button>
        </div>
      )}
      <div className="flex items-end gap-2.5">
        {tools?.({ text: shown, insert })}
        <TextArea
          ref={field}
          id={FIELD_ID}
          rows={1}
          required
          aria-disabled={isSending || undefined}
          value={shown}
          placeholder={t('conversations.thread.placeholder')}
          aria-label={t('conversations.thread.message')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={left === null ? undefined : countId}
          autoComplete="off"
          onKeyDown={submitOnEnter}
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
          // A press must not take the focus from the field, or a phone would hide its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          icon={<SendHorizontal aria-hidden="true" />}
          className="min-h-12.5 max-md:px-5.5"
        >
          <span className="max-md:sr-only">{t('conversations.thread.send')}</span>
        </Button>
      </div>
      {left !== null && <CharactersLeft id={countId} left={left} className="px-4" />}
    </form>
  )
}

function isTouch(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches
}

/** Restores the focus, which was lost with the Retry button, when the field opens again. A focus elsewhere is not moved. */
function useRestoreFocus(field: { current: HTMLElement | null }, isClosed: boolean): void {
  const wasClosed = useRef(isClosed)
  useEffect(() => {
    const { activeElement } = document
    const isHere = activeElement === document.body || field.current?.closest('form')?.contains(activeElement)
    if (wasClosed.current && !isClosed && isHere) field.current?.focus()
    wasClosed.current = isClosed
  }, [field, isClosed])
}
