import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import {
  type ConversationPages,
  type ListName,
  listKey,
  unreadIn,
} from '#web/features/conversations/conversation-list-cache.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useKnown } from '#web/lib/queries/use-known.ts'

/** How many messages of a list wait to be read. */
export function useUnread(name: ListName): number {
  return useKnown((client) => unreadIn(client.getQueryData<ConversationPages>(listKey(name))))
}

/** What a counter says to those who do not see it; nothing at zero. It belongs inside the name of a link. */
export function UnreadWords({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  const words =
    count > UNREAD_BADGE_MAX
      ? t('conversations.unread_more', { max: UNREAD_BADGE_MAX })
      : t('conversations.unread', { count })
  return <span className="sr-only"> {words}</span>
}
