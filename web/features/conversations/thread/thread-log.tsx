import { ArrowDown, MessageCircle } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { Thread } from '#web/features/conversations/thread-cache.ts'
import type { Counterpart } from '#web/features/conversations/thread-people.ts'
import { useOlderMutation } from '#web/features/conversations/thread-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { MessageGroup, type MessageGroupProps } from './message-group.tsx'
import { type Day, daysOf, keyOf, relativeDay } from './thread-days.ts'
import { useThreadScroll } from './thread-scroll.ts'

export interface ThreadLogProps {
  thread: Thread
  other: Counterpart
  isTyping: boolean
}

/**
 * The messages, grouped by day. It opens at the first unread message or at the end, loads older messages on scrolling, and
 * keeps the scroll position. Roving tabindex: Tab reaches the reaction button of the current message only, and the arrow
 * keys move from there. A message that is focused or touched becomes the current one.
 */
export function ThreadLog({ thread, other, isTyping }: ThreadLogProps) {
  const { t } = useTranslation()
  const { conversation, messages, pending, has_older, unread_from } = thread
  const older = useOlderMutation(conversation.id)
  const box = useRef<HTMLDivElement>(null)
  const days = useMemo(
    () => daysOf({ messages, pending, ...(unread_from !== undefined && { unread_from }) }),
    [messages, pending, unread_from],
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const last = pending.at(-1) ?? messages.at(-1)
  // Screen readers announce only new messages of the other participant, and no older ones that are loaded later.
  const [read_until] = useState(messages.at(-1)?.created_at ?? '')
  const last_own_id = messages.findLast(({ is_own_message }) => is_own_message)?.id

  // A removed message takes no reactions, so it has no button that the keyboard could reach.
  const open = messages.filter(({ is_removed }) => !is_removed)
  const current = open.some((message) => keyOf(message) === chosen) ? chosen : defaultKey(open)

  function choose({ target }: FocusEvent | PointerEvent) {
    const key = messageAt(target)?.dataset.message
    if (key !== undefined) setChosen(key)
  }

  function move(event: KeyboardEvent) {
    const isReact = event.target instanceof HTMLElement && event.target.matches('[data-react]')
    const keys = open.map(keyOf)
    const to = isReact ? nextKey(keys, messageAt(event.target)?.dataset.message, event.key) : undefined
    if (to === undefined) return
    event.preventDefault()
    flushSync(() => setChosen(to))
    const selector = `[data-message="${CSS.escape(to)}"] [data-react]`
    box.current?.querySelector<HTMLElement>(selector)?.focus()
  }

  // After a failure only the button tries again: scrolling would retry without a pause.
  const mayLoadOlder = has_older && !older.isPending && !older.isError
  const { hasNew, scrollToEnd, onScroll } = useThreadScroll(box, {
    first: messages[0]?.id,
    last: last && keyOf(last),
    line: unread_from,
    isLastOwn: pending.length > 0 || messages.at(-1)?.is_own_message === true,
    onNearStart: () => mayLoadOlder && older.mutate(),
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('conversations.thread.log', { name: other.name })}
        aria-busy={older.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        onScroll={onScroll}
        onFocus={choose}
        onPointerDown={choose}
        onKeyDown={move}
        className="ring-inside min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end px-3.5 pt-3 pb-4 md:px-10 md:pt-4 md:pb-5">
          {has_older && (
            <div className="mb-auto flex flex-col items-center gap-3 pb-4">
              {older.isError && <Alert type="error">{t('conversations.thread.older_failed')}</Alert>}
              <Button variant="secondary" size="sm" loading={older.isPending} onClick={() => older.mutate()}>
                {older.isError ? t('conversations.thread.try_again') : t('conversations.thread.older')}
              </Button>
            </div>
          )}
          {days.length === 0 && (
            <EmptyState
              icon={<MessageCircle />}
              title={t('conversations.thread.empty')}
              text={conversation.can_send_messages && t('conversations.thread.empty_text')}
              look="bare"
              className="my-auto"
            />
          )}
          <Days
            days={days}
            conversation_id={conversation.id}
            isClosed={conversation.is_closed}
            other={other}
            last_own_id={last_own_id}
            read_until={read_until}
            current={current}
          />
        </div>
      </div>
      <p role="status" className="flex-none px-4 text-small text-mute italic empty:hidden md:px-10 md:pb-1.5">
        {isTyping && t('conversations.thread.typing', { name: other.name })}
      </p>
      {hasNew && (
        <Button
          variant="secondary"
          size="sm"
          onClick={scrollToEnd}
          icon={<ArrowDown aria-hidden="true" />}
          // The button may cover both kinds of bubbles and the background: its fill or its border contrasts with each.
          className="absolute bottom-3 left-1/2 -translate-x-1/2 border-soft! bg-raised! one-line shadow-2"
        >
          {t('conversations.thread.new_messages')}
        </Button>
      )}
    </div>
  )
}

type DaysProps = Omit<MessageGroupProps, 'group'> & { days: readonly Day[] }

/** It is memoized, because a long thread must not be compared again while older messages are loading. */
const Days = memo(function Days({ days, ...group_props }: DaysProps) {
  return days.map(({ start, groups }) => (
    <section key={start.getTime()}>
      <DayHeader start={start} />
      <ol>
        {groups.map((group) => (
          <MessageGroup key={group.key} group={group} {...group_props} />
        ))}
      </ol>
    </section>
  ))
})

function messageAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
}

/** The current message at first: the last one of the other participant, or else the last one. */
function defaultKey(messages: Thread['messages']): string | null {
  const last = messages.findLast(({ is_own_message }) => !is_own_message) ?? messages.at(-1)
  return last ? keyOf(last) : null
}

/** Keyboard navigation: the message that a key leads to, or undefined for other keys. It stops at both ends. */
function nextKey(keys: readonly string[], from: string | undefined, key: string): string | undefined {
  const at = keys.indexOf(from ?? '')
  const places: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: keys.length - 1 }
  const to = places[key]
  return to === undefined ? undefined : keys[Math.min(Math.max(to, 0), keys.length - 1)]
}

/** Date header: Today, Yesterday, or the date. */
function DayHeader({ start }: { start: Date }) {
  const { t, language } = useTranslation()
  const now = new Date(useNow())
  const word = relativeDay(start, now)
  return (
    <h2
      aria-live="off"
      className="mt-4 mb-1.5 flex items-center gap-3.5 font-display text-base leading-none text-mute italic before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      <time dateTime={isoDate(start)}>
        {word ? t(`conversations.thread.${word}`) : formatDate(language, start, now)}
      </time>
    </h2>
  )
}

function formatDate(language: Locale, start: Date, now: Date): string {
  const isThisYear = start.getFullYear() === now.getFullYear()
  return dateText(start, language, isThisYear ? 'weekday' : 'weekday_year')
}

function isoDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
