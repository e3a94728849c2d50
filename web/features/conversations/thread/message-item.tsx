import { Copy, SmilePlus } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useReactions } from '#web/features/conversations/message-queries.ts'
import { ReactionChips } from '#web/features/conversations/reactions/reaction-chips.tsx'
import { ReactionPicker } from '#web/features/conversations/reactions/reaction-picker.tsx'
import type { KnownMessage, PendingMessage } from '#web/features/conversations/thread-cache.ts'
import type { Counterpart } from '#web/features/conversations/thread-people.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonMenu } from '#web/ui/overlays/person-menu.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { splitLinks } from './message-links.ts'
import { keyOf } from './thread-days.ts'

/** The picker opens above its button if there is so much space, otherwise below. */
const PICKER_HEIGHT_PX = 150
/** The picker is outside the message, unless the message is so high that the picker would be far from its button. */
const PICKER_POSITIONS = {
  above: 'bottom-[min(100%,calc(50%+60px))] mb-1.5',
  below: 'top-[min(100%,calc(50%+60px))] mt-1.5',
}

export interface MessageItemProps {
  conversation_id: string
  message: KnownMessage
  /** The sender in words, for screen readers: others see it by the side of the bubble. */
  speaker: string
  other: Counterpart
  isFirst: boolean
  /** Whether screen readers announce it when it appears. */
  isAnnounced: boolean
  /** Whether its reaction button is shown without hovering: true for one message of the thread. */
  isCurrent: boolean
  /** Nobody can react in a closed conversation; the reactions stay. */
  isClosed: boolean
}

/** A message with its reactions. Of one that staff have removed only a note is left. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  return props.message.is_removed ? <RemovedItem {...props} /> : <ShownItem {...props} />
})

function RemovedItem({ message, speaker, isFirst, isAnnounced }: MessageItemProps) {
  const { t } = useTranslation()
  const isOwn = message.is_own_message
  return (
    <li
      aria-live={isAnnounced ? undefined : 'off'}
      className={cx('flex', isOwn && 'justify-end', isFirst ? 'mt-2.5' : 'mt-1')}
    >
      <p className="rounded-bubble border border-edge px-4 py-2.75 leading-note text-mute">
        <span className="sr-only">{speaker} </span>
        {t('conversations.removed')}
      </p>
    </li>
  )
}

function ShownItem(props: MessageItemProps) {
  const { conversation_id, message, speaker, other, isFirst, isAnnounced, isCurrent, isClosed } = props
  const { t } = useTranslation()
  const { shown, toggle } = useReactions(conversation_id, message)
  const trigger = useRef<HTMLButtonElement>(null)
  const [picker, setPicker] = useState<keyof typeof PICKER_POSITIONS | null>(null)
  const [isHovered, setHovered] = useState(false)
  const [isMenuActive, setMenuActive] = useState(false)
  const longPress = useLongPress()
  const textId = useId()
  const isOwn = message.is_own_message

  function open() {
    const log = trigger.current?.closest('[role=log]')?.getBoundingClientRect()
    const here = trigger.current?.getBoundingClientRect()
    setPicker(log && here && here.top - log.top < PICKER_HEIGHT_PX ? 'below' : 'above')
  }

  function close(focus: 'back' | 'elsewhere') {
    setPicker(null)
    if (focus === 'back') trigger.current?.focus()
  }

  function press(emoji: string) {
    // The chip disappears with the last reaction of its emoji, so the focus is moved first.
    if (shown.counts[emoji] === 1 && shown.user_reactions.includes(emoji)) trigger.current?.focus()
    toggle(emoji)
  }

  const isShown = isCurrent || isHovered || picker !== null || isMenuActive || longPress.isLong

  return (
    <li
      aria-live={isAnnounced ? undefined : 'off'}
      data-message={keyOf(message)}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      {...(!isOwn && longPress.handlers)}
      className={cx('group/message', isFirst ? 'mt-2.5' : 'mt-1')}
    >
      <div
        className={cx('relative flex items-center gap-1', isOwn ? 'flex-row-reverse' : 'pointer-coarse:select-none')}
      >
        <Bubble textId={textId} content={message.content} speaker={speaker} isOwn={isOwn} isFirst={isFirst} />
        {!isClosed && isShown && (
          <IconButton
            ref={trigger}
            label={t('conversations.thread.react')}
            data-react
            // Roving tabindex: Tab reaches one of these buttons, the arrow keys the others. The description names the message.
            tabIndex={isCurrent ? undefined : -1}
            aria-describedby={textId}
            aria-live="off"
            aria-expanded={picker !== null}
            aria-haspopup="grid"
            onClick={() => (picker ? close('back') : open())}
            // The menu beside it is no Tab stop of its own.
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'ArrowRight')
                currentTarget.parentElement?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
            }}
            className={cx(
              'text-mute! transition-opacity [@media(hover:hover)]:opacity-0',
              'group-focus-within/message:opacity-100 group-hover/message:opacity-100',
            )}
          >
            <SmilePlus aria-hidden="true" />
          </IconButton>
        )}
        {isShown && !isOwn && (
          <PersonMenu
            label={t('conversations.thread.more')}
            username={other.known_name}
            reported={{
              kind: 'message',
              id: message.id,
              name: other.name,
              username: other.known_name,
              profile_pic: other.profile_pic,
              text: message.content,
            }}
            first={[
              {
                label: t('conversations.thread.copy'),
                icon: <Copy aria-hidden="true" />,
                onSelect: () => void navigator.clipboard.writeText(message.content),
              },
            ]}
            button={{ tabIndex: -1, 'aria-describedby': textId, 'aria-live': 'off' }}
            opened={longPress.isLong}
            onOpenChange={(isOpen) => !isOpen && longPress.reset()}
            onActive={setMenuActive}
            className={cx(
              'text-mute! transition-opacity [@media(hover:hover)]:opacity-0',
              'group-focus-within/message:opacity-100 group-hover/message:opacity-100',
            )}
          />
        )}
        {picker && !isClosed && (
          <ReactionPicker
            chosen={shown.user_reactions}
            onChoose={(emoji) => {
              toggle(emoji)
              close('back')
            }}
            onClose={close}
            className={cx(isOwn ? 'right-0' : 'left-0', PICKER_POSITIONS[picker])}
          />
        )}
      </div>
      {shown.total_count > 0 && <ReactionChips reactions={shown} isOwn={isOwn} isClosed={isClosed} onToggle={press} />}
    </li>
  )
}

const LONG_PRESS_MS = 500
/** A finger that moves further than this scrolls. */
const LONG_PRESS_MOVE_PX = 10

/**
 * Long press on a touch screen, where nothing hovers. It counts when the finger leaves the screen and its events are over,
 * which would otherwise be a press beside the menu and close it.
 */
function useLongPress() {
  const [isLong, setLong] = useState(false)
  const press = useRef<{ at: number; x: number; y: number }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isLong,
    reset: () => setLong(false),
    handlers: {
      onPointerDown: ({ pointerType, timeStamp: at, clientX: x, clientY: y }: PointerEvent) => {
        press.current = pointerType === 'touch' ? { at, x, y } : undefined
      },
      onPointerUp: ({ timeStamp, clientX, clientY }: PointerEvent) => {
        const { at, x, y } = press.current ?? { at: timeStamp, x: 0, y: 0 }
        const isStill = Math.hypot(clientX - x, clientY - y) <= LONG_PRESS_MOVE_PX
        if (isStill && timeStamp - at >= LONG_PRESS_MS) timer.current = setTimeout(() => setLong(true), 50)
      },
      // The menu of the browser would cancel the press.
      onContextMenu: (event: MouseEvent) => {
        if (press.current) event.preventDefault()
      },
    },
  }
}

/** A message that is being sent. */
export function PendingItem({ message, isFirst }: { message: PendingMessage; isFirst: boolean }) {
  const { t } = useTranslation()
  return (
    <li aria-live="off" className={cx('flex flex-col items-end', isFirst ? 'mt-2.5' : 'mt-1')}>
      <Bubble
        content={message.content}
        speaker={t('conversations.thread.you_said')}
        isOwn
        isFirst={isFirst}
        isPending
      />
      <p className="mt-1.5 text-small text-mute">{t('conversations.thread.sending')}</p>
    </li>
  )
}

interface BubbleProps {
  textId?: string
  content: string
  speaker: string
  isOwn: boolean
  isFirst: boolean
  isPending?: boolean
}

/** The text as it was written, with its line breaks and text direction. URLs in it are links. */
function Bubble({ textId, content, speaker, isOwn, isFirst, isPending = false }: BubbleProps) {
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
      <p id={textId} dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        <LinkedText content={content} />
      </p>
      {isPending && <Spinner className="flex-none text-garnet-ink" />}
    </div>
  )
}

function LinkedText({ content }: { content: string }) {
  const segments = useMemo(() => splitLinks(content), [content])
  return segments.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // `ugc` and `nofollow`: we do not recommend links of users. `noopener`: the target gets no access to this window.
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes, so its segments keep their order
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
