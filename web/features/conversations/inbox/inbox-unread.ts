import {
  type ConversationPages,
  type ListName,
  listKey,
  unreadIn,
} from '#web/features/conversations/conversation-list-cache.ts'
import { useKnown } from '#web/lib/queries/use-known.ts'

/** How many messages of a list wait to be read. */
export function useUnread(name: ListName): number {
  return useKnown((client) => unreadIn(client.getQueryData<ConversationPages>(listKey(name))))
}
