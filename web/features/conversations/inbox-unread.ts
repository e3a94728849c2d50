import { useKnown } from '#web/lib/use-known.ts'
import { type ConversationPages, type ListName, listKey, unreadIn } from './conversation-list-cache.ts'

/** How many messages of a list wait to be read. */
export function useUnread(name: ListName): number {
  return useKnown((client) => unreadIn(client.getQueryData<ConversationPages>(listKey(name))))
}
