import {
  type ConversationPages,
  type ListName,
  listKey,
  unreadIn,
} from '#web/features/conversations/conversation-list-cache.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'

/** How many messages of a list wait to be read. */
export function useUnread(name: ListName): number {
  return useCachedValue((client) => unreadIn(client.getQueryData<ConversationPages>(listKey(name))))
}
