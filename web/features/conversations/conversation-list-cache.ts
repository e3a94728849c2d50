import type { InfiniteData } from '@tanstack/react-query'
import type { ConversationSummary } from '#contract/conversations.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The conversations one started, or those a creator received. */
export type ListName = 'own' | 'received'

export interface ConversationPage {
  conversations: ConversationSummary[]
  next: string | null
  /** How many messages of the whole list wait to be read, as far as a badge counts. */
  unread: number
}
export type ConversationPages = InfiniteData<ConversationPage>

export function listKey(name: ListName) {
  return [...queryKeys.conversation_lists, name] as const
}

/** The conversations of a list. One that moved up while its pages were fetched may be in two of them: the first is newer. */
export function conversationsOf(list: ConversationPages | undefined): ConversationSummary[] {
  const byId = new Map<string, ConversationSummary>()
  for (const conversation of list?.pages.flatMap((page) => page.conversations) ?? []) {
    if (!byId.has(conversation.id)) byId.set(conversation.id, conversation)
  }
  return [...byId.values()]
}

/** How many messages of a list wait to be read, also of those conversations that nobody scrolled to. */
export function unreadIn(list: ConversationPages | undefined): number {
  return list?.pages[0]?.unread ?? 0
}
