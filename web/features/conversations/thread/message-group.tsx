import { memo } from 'react'
import { dateText } from '#contract/dates.ts'
import type { KnownMessage } from '#web/features/conversations/thread-cache.ts'
import type { Counterpart } from '#web/features/conversations/thread-people.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { MessageItem, PendingItem } from './message-item.tsx'
import { type Entry, type Group, isPending, keyOf } from './thread-days.ts'

export interface MessageGroupProps {
  conversation_id: string
  group: Group
  /** The other participant. */
  other: Counterpart
  /** The viewer's last message: its delivery status is shown below it. */
  last_own_id: string | undefined
  /** The time of the last message when the thread was opened; later ones are announced. */
  read_until: string
  /** Nobody can react in a closed conversation. */
  isClosed: boolean
  /** The key of the message whose reaction button is shown without hovering. */
  current: string | null
}

/**
 * Consecutive messages of one sender, with the time of the last one. It is memoized by its messages, because a further message of
 * a long thread must not render all groups again.
 */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { conversation_id, group, other, last_own_id, read_until, isClosed, current } = props
  const { t } = useTranslation()
  const last = group.entries.findLast((entry): entry is KnownMessage => !isPending(entry))
  const speaker = group.isOwn
    ? t('conversations.thread.you_said')
    : t('conversations.thread.they_said', { name: other.name })
  return (
    <>
      {group.startsUnread && <UnreadLine />}
      {group.entries.map((entry, index) =>
        isPending(entry) ? (
          <PendingItem key={keyOf(entry)} message={entry} isFirst={index === 0} />
        ) : (
          <MessageItem
            key={keyOf(entry)}
            conversation_id={conversation_id}
            message={entry}
            speaker={speaker}
            other={other}
            isFirst={index === 0}
            isAnnounced={!group.isOwn && entry.created_at > read_until}
            isCurrent={keyOf(entry) === current}
            isClosed={isClosed}
          />
        ),
      )}
      {last && !group.entries.some(isPending) && (
        <li aria-live="off" className={cx('mt-1 flex gap-1.5 px-1 text-fine text-mute', group.isOwn && 'justify-end')}>
          <MessageTime entry={last} />
          {last.id === last_own_id && <DeliveryStatus message={last} />}
        </li>
      )}
    </>
  )
}, isUnchanged)

/** Whether a group looks as it did. The message that is current, and the last own one, matter only to the group that they are in. */
export function isUnchanged(before: MessageGroupProps, after: MessageGroupProps): boolean {
  const { group: old, current: old_current, last_own_id: old_last, ...others } = before
  const { group, current, last_own_id } = after
  const has = (key: string | null | undefined) =>
    group.entries.some((entry) => keyOf(entry) === key || (!isPending(entry) && entry.id === key))
  return (
    (Object.keys(others) as (keyof typeof others)[]).every((name) => before[name] === after[name]) &&
    old.startsUnread === group.startsUnread &&
    old.entries.length === group.entries.length &&
    old.entries.every((entry, index) => entry === group.entries[index]) &&
    (old_current === current || (!has(old_current) && !has(current))) &&
    (old_last === last_own_id || (!has(old_last) && !has(last_own_id)))
  )
}

/** The line above the first message that was unread when the thread was opened. */
function UnreadLine() {
  const { t } = useTranslation()
  return (
    <li aria-live="off" data-unread-line>
      <h3 className="mt-4 mb-1.5 flex items-center gap-3.5 text-small leading-none font-semibold text-garnet-ink before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
        {t('conversations.thread.new_messages')}
      </h3>
    </li>
  )
}

function MessageTime({ entry }: { entry: Entry }) {
  const { language } = useTranslation()
  return <time dateTime={entry.created_at}>{dateText(entry.created_at, language, 'time')}</time>
}

/** Whether the message was delivered to the other participant, or read. */
function DeliveryStatus({ message }: { message: KnownMessage }) {
  const { t } = useTranslation()
  if (!message.is_read && !message.is_delivered) return null
  return (
    <>
      <span aria-hidden="true">·</span>
      <span>{message.is_read ? t('conversations.thread.seen') : t('conversations.thread.delivered')}</span>
    </>
  )
}
