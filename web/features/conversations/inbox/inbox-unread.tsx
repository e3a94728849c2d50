import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import {
  type ConversationPages,
  type ListName,
  listKey,
  unreadCount,
} from '#web/features/conversations/conversation-list-cache.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'

/** The number of unread messages in a list, from the query cache. It fetches nothing itself. */
export function useUnread(name: ListName): number {
  return useCachedValue((client) => unreadCount(client.getQueryData<ConversationPages>(listKey(name))))
}

/** The text of an unread badge for screen readers, as a part of the name of a link; nothing at zero. */
export function UnreadText({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  const words =
    count > UNREAD_BADGE_MAX
      ? t('conversations.unread_more', { max: UNREAD_BADGE_MAX })
      : t('conversations.unread', { count })
  return <span className="sr-only"> {words}</span>
}
