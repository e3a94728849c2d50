import type { ConversationSummary } from '#contract/conversations.ts'
import type { Pages } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** The conversations one started, or those a creator received. */
export type ListName = 'own' | 'received'

/** `unread`: how many messages of the whole list wait to be read, as far as a badge counts. */
export type ConversationPages = Pages<ConversationSummary, { unread: number }>

export function listKey(name: ListName) {
  return [...queryKeys.conversation_lists, name] as const
}

/** How many messages of a list wait to be read, also of those conversations that nobody scrolled to. */
export function unreadIn(list: ConversationPages | undefined): number {
  return list?.pages[0]?.unread ?? 0
}
