import { memo } from 'react'
import { generatePath, NavLink } from 'react-router'
import type { ConversationSummary } from '#contract/conversations.ts'
import { paths } from '#contract/paths.ts'
import { counterpart } from '#web/features/conversations/thread-people.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { timeAgo } from '#web/lib/time-ago.ts'
import { Counter } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { LabelTag } from '#web/ui/label-tag.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useByMinute } from '#web/ui/use-now.ts'
import { UnreadText } from './inbox-unread.tsx'

export const ROW = 'grid grid-cols-[52px_minmax(0,1fr)] items-center gap-3.5 px-4 py-3 lg:px-6 lg:py-3.5'

const LINK = cx(
  ROW,
  'conversation-row ring-inside relative transition-colors hover:bg-sunken aria-[current=page]:bg-sunken',
)

export interface ConversationListRowProps {
  conversation: ConversationSummary
  /** Decides which participant is the other one, and whether the last message is the viewer's own. */
  viewer_id: string
  /** Whether its portrait is lazily loaded. */
  isFarDown: boolean
}

/**
 * A row of the list: the other participant, the last message and its time, and the number of unread messages. It is
 * memoized, because a further page of a long list must not render all rows again.
 */
export const ConversationListRow = memo(function Row(props: ConversationListRowProps) {
  const { conversation, viewer_id, isFarDown } = props
  const { id, last_message, unread_count, found } = conversation
  const { t } = useTranslation()
  const { name, known_name, profile_pic } = counterpart(conversation, viewer_id, t('conversations.unnamed'))
  return (
    <li>
      <NavLink to={generatePath(paths.conversation, { id })} className={LINK}>
        <Avatar name={known_name ?? ''} src={portraitUrl(profile_pic)} size={52} lazy={isFarDown} />
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate leading-body font-semibold">{name}</span>
            <Tags conversation={conversation} />
          </span>
          <span className="text-meta leading-normal one-line text-mute">
            {last_message && <Ago created_at={(found ?? last_message).created_at} />}
          </span>
          <span
            dir="auto"
            className={cx('truncate text-label leading-body', unread_count > 0 ? 'font-medium text-ink' : 'text-mute')}
          >
            <Preview last_message={found ? { ...found, is_removed: false } : last_message} viewer_id={viewer_id} />
          </span>
          <span className="justify-self-end leading-none">
            <Counter count={unread_count} />
            <UnreadText count={unread_count} />
          </span>
        </span>
      </NavLink>
    </li>
  )
})

/** The first label, how many more there are, and that the subscription has ended. */
function Tags({ conversation: { labels = [], fan_state } }: Pick<ConversationListRowProps, 'conversation'>) {
  const { t } = useTranslation()
  const [first, ...more] = labels
  return (
    <>
      {first !== undefined && <LabelTag label={first} className="min-w-16 shrink-2" />}
      {more.length > 0 && (
        <span className="flex-none text-meta text-mute" title={more.join(', ')}>
          +{more.length}
        </span>
      )}
      {fan_state === 'ended' && <LabelTag label={t('conversations.ended')} isQuiet className="flex-none" />}
    </>
  )
}

function Preview({ last_message, viewer_id }: Pick<ConversationSummary, 'last_message'> & { viewer_id: string }) {
  const { t } = useTranslation()
  if (!last_message) return t('conversations.no_messages')
  const content = last_message.is_removed ? t('conversations.removed') : last_message.content
  if (last_message.sender_id !== viewer_id) return content
  const [before, after] = t('conversations.you', { content: '\n' }).split('\n')
  return (
    <>
      {before}
      <bdi>{content}</bdi>
      {after}
    </>
  )
}

function Ago({ created_at }: { created_at: string }) {
  const { t } = useTranslation()
  return useByMinute((now) => {
    const ago = timeAgo(created_at, now)
    return ago.unit === 'now' ? t('conversations.just_now') : t(`conversations.${ago.unit}_ago`, { count: ago.count })
  })
}
