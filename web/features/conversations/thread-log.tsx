import { ArrowDown, MessageCircle } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DayHeader } from './day-header.tsx'
import { MessageGroup } from './message-group.tsx'
import type { Thread } from './thread-cache.ts'
import { daysOf, keyOf } from './thread-days.ts'
import type { Counterpart } from './thread-people.ts'
import { useOlder } from './thread-queries.ts'
import { useThreadScroll } from './thread-scroll.ts'

export interface ThreadLogProps {
  thread: Thread
  other: Counterpart
  isTyping: boolean
}

/** The messages, day by day. It opens at its end, goes on upwards by itself, and stays where somebody reads. */
export function ThreadLog({ thread, other, isTyping }: ThreadLogProps) {
  const { t } = useTranslation()
  const { conversation, messages, pending, has_older } = thread
  const older = useOlder(conversation.id)
  const box = useRef<HTMLDivElement>(null)
  const days = useMemo(() => daysOf({ messages, pending }), [messages, pending])
  const last = pending.at(-1) ?? messages.at(-1)
  // Only what others say from now on is read out: not one's own words, nor what is fetched from above.
  const [read_until] = useState(messages.at(-1)?.created_at ?? '')
  const last_own_id = messages.findLast(({ is_own_message }) => is_own_message)?.id

  // After a failure somebody has to ask, or it would be tried without a pause.
  const goesOn = has_older && !older.isPending && !older.isError
  const { hasNew, toEnd, onScroll } = useThreadScroll(box, {
    first: messages[0]?.id,
    last: last && keyOf(last),
    isLastOwn: pending.length > 0 || messages.at(-1)?.is_own_message === true,
    onStart: () => goesOn && older.mutate(),
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('thread.log', { name: other.name })}
        aria-busy={older.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to
        tabIndex={0}
        onScroll={onScroll}
        className="ring-inside min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end px-3.5 pt-3 pb-4 md:px-10 md:pt-4 md:pb-5">
          {has_older && (
            <div className="mb-auto flex flex-col items-center gap-3 pb-4">
              {older.isError && <Notice type="error">{t('thread.older_failed')}</Notice>}
              <Button variant="secondary" size="sm" loading={older.isPending} onClick={() => older.mutate()}>
                {older.isError ? t('thread.try_again') : t('thread.older')}
              </Button>
            </div>
          )}
          {days.length === 0 && (
            <EmptyState
              icon={<MessageCircle />}
              title={t('thread.empty')}
              text={conversation.can_send_messages && t('thread.empty_text')}
              look="bare"
              className="my-auto"
            />
          )}
          {days.map(({ start, groups }) => (
            <section key={start.getTime()}>
              <DayHeader start={start} />
              <ol>
                {groups.map((group) => (
                  <MessageGroup
                    key={group.key}
                    conversation_id={conversation.id}
                    group={group}
                    name={other.name}
                    last_own_id={last_own_id}
                    read_until={read_until}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      <p role="status" className="flex-none px-4 text-small text-mute italic empty:hidden md:px-10 md:pb-1.5">
        {isTyping && t('thread.typing', { name: other.name })}
      </p>
      {hasNew && (
        <Button
          size="sm"
          onClick={toEnd}
          icon={<ArrowDown aria-hidden="true" />}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-2"
        >
          {t('thread.new_messages')}
        </Button>
      )}
    </div>
  )
}
