import { SmilePlus } from 'lucide-react'
import { memo, useId, useMemo, useRef, useState } from 'react'
import { useReactions } from '#web/features/conversations/message-queries.ts'
import { ReactionChips } from '#web/features/conversations/reactions/reaction-chips.tsx'
import { ReactionPicker } from '#web/features/conversations/reactions/reaction-picker.tsx'
import type { KnownMessage, PendingMessage } from '#web/features/conversations/thread-cache.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { piecesOf } from './message-links.ts'
import { keyOf } from './thread-days.ts'

/** So much room the picker needs above its control; where there is less it opens below. */
const PICKER_PX = 150
/** It stands beside the message, or over one that is so tall that it would be far from its control. */
const PLACES = {
  above: 'bottom-[min(100%,calc(50%+60px))] mb-1.5',
  below: 'top-[min(100%,calc(50%+60px))] mt-1.5',
}

export interface MessageItemProps {
  conversation_id: string
  message: KnownMessage
  /** Who speaks, for those who do not see the sides. */
  speaker: string
  isFirst: boolean
  /** Whether it is read out when it comes. */
  isNews: boolean
  /** Whether it offers to react without being pointed at: one message of the thread does. */
  isCurrent: boolean
}

/** A message and what was said to it without words. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { conversation_id, message, speaker, isFirst, isNews, isCurrent } = props
  const { t } = useTranslation()
  const { shown, toggle } = useReactions(conversation_id, message)
  const trigger = useRef<HTMLButtonElement>(null)
  const [picker, setPicker] = useState<keyof typeof PLACES | null>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const wordsId = useId()
  const isOwn = message.is_own_message

  function open() {
    const log = trigger.current?.closest('[role=log]')?.getBoundingClientRect()
    const here = trigger.current?.getBoundingClientRect()
    setPicker(log && here && here.top - log.top < PICKER_PX ? 'below' : 'above')
  }

  function close(focus: 'back' | 'elsewhere') {
    setPicker(null)
    if (focus === 'back') trigger.current?.focus()
  }

  function press(emoji: string) {
    // The last of its kind takes its control away with it.
    if (shown.counts[emoji] === 1 && shown.user_reactions.includes(emoji)) trigger.current?.focus()
    toggle(emoji)
  }

  return (
    <li
      aria-live={isNews ? undefined : 'off'}
      data-message={keyOf(message)}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      className={cx('group/message', isFirst ? 'mt-2.5' : 'mt-1')}
    >
      <div className={cx('relative flex items-center gap-1', isOwn && 'flex-row-reverse')}>
        <Bubble wordsId={wordsId} content={message.content} speaker={speaker} isOwn={isOwn} isFirst={isFirst} />
        {(isCurrent || isPointedAt || picker !== null) && (
          <IconButton
            ref={trigger}
            label={t('thread.react')}
            data-react
            // Tab finds one of them; the arrow keys go on to the others, so it says which message it belongs to.
            tabIndex={isCurrent ? undefined : -1}
            aria-describedby={wordsId}
            aria-live="off"
            aria-expanded={picker !== null}
            aria-haspopup="grid"
            onClick={() => (picker ? close('back') : open())}
            className={cx(
              'text-mute! transition-opacity [@media(hover:hover)]:opacity-0',
              'group-focus-within/message:opacity-100 group-hover/message:opacity-100',
            )}
          >
            <SmilePlus aria-hidden="true" />
          </IconButton>
        )}
        {picker && (
          <ReactionPicker
            chosen={shown.user_reactions}
            onChoose={(emoji) => {
              toggle(emoji)
              close('back')
            }}
            onClose={close}
            className={cx(isOwn ? 'right-0' : 'left-0', PLACES[picker])}
          />
        )}
      </div>
      {shown.total_count > 0 && <ReactionChips reactions={shown} isOwn={isOwn} onToggle={press} />}
    </li>
  )
})

/** A message that is on its way. */
export function PendingItem({ message, isFirst }: { message: PendingMessage; isFirst: boolean }) {
  const { t } = useTranslation()
  return (
    <li aria-live="off" className={cx('flex flex-col items-end', isFirst ? 'mt-2.5' : 'mt-1')}>
      <Bubble content={message.content} speaker={t('thread.you_said')} isOwn isFirst={isFirst} isPending />
      <p className="mt-1.5 text-small text-mute">{t('thread.sending')}</p>
    </li>
  )
}

interface BubbleProps {
  wordsId?: string
  content: string
  speaker: string
  isOwn: boolean
  isFirst: boolean
  isPending?: boolean
}

/** Words as they were written: in their own direction, with their lines; addresses in them can be followed. */
function Bubble({ wordsId, content, speaker, isOwn, isFirst, isPending = false }: BubbleProps) {
  const colours = isOwn ? 'bg-bubble text-on-garnet' : 'bubble-in'
  return (
    <div
      className={cx(
        'max-w-[min(440px,78%)] rounded-bubble px-4 py-2.75 leading-note forced-colors:border',
        isOwn ? 'rounded-br-sm' : 'rounded-bl-sm',
        !isFirst && (isOwn ? 'rounded-tr-sm' : 'rounded-tl-sm'),
        isPending ? 'flex items-center gap-2 border-dashes border-dashed border-edge text-soft' : colours,
      )}
    >
      <span className="sr-only">{speaker} </span>
      <p id={wordsId} dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        <Words content={content} />
      </p>
      {isPending && <Spinner className="flex-none text-garnet-ink" />}
    </div>
  )
}

function Words({ content }: { content: string }) {
  const pieces = useMemo(() => piecesOf(content), [content])
  return pieces.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // What a member writes is nobody's recommendation, and the page it leads to gets no hold on this one.
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes, so its pieces keep their places
        key={index}
        href={href}
        target="_blank"
        rel="noopener nofollow ugc"
        className="message-link"
      >
        {text}
      </a>
    ),
  )
}
