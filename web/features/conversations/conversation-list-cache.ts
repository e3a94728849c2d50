import type { ConversationSummary } from '#contract/conversations.ts'
import type { Pages } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** `own`: the conversations that the viewer started; `received`: those that fans started with the viewer. */
export type ListName = 'own' | 'received'

/** `unread`: the number of unread messages in the whole list, up to the limit of a badge. */
export type ConversationPages = Pages<ConversationSummary, { unread: number }>

export function listKey(name: ListName) {
  return [...queryKeys.conversation_lists, name] as const
}

/** The number of unread messages in a list, including conversations whose page is not loaded yet. */
export function unreadCount(list: ConversationPages | undefined): number {
  return list?.pages[0]?.unread ?? 0
}
