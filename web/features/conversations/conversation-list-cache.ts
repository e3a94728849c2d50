import type { QueryClient } from '@tanstack/react-query'
import type { ConversationSummary } from '#contract/conversations.ts'
import { hasChangedSince } from '#web/lib/queries/changed-conversations.ts'
import type { LongList } from '#web/lib/queries/long-list.ts'
import type { Pages } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** `own`: the conversations that the viewer started; `received`: those that fans started with the viewer. */
export type ListName = 'own' | 'received'

/** `unread`: the number of unread messages in the whole list, up to the limit of a badge. `asked_at`: a logical time. */
export interface AboutPage {
  unread: number
  asked_at: number
}

export type ConversationPages = Pages<ConversationSummary, AboutPage>

export function listKey(name: ListName) {
  return [...queryKeys.conversation_lists, name] as const
}

/** The number of unread messages in a list, including conversations whose page is not loaded yet. */
export function unreadCount(list: ConversationPages | undefined): number {
  return list?.pages[0]?.unread ?? 0
}

/** What a page keeps beside its rows. */
export function aboutPage(headers: Headers, { at }: { at: number }): AboutPage {
  return { unread: Number(headers.get('x-unread-count')), asked_at: at }
}

/** So many pages of a list are fetched again after an event, and those with a conversation that has changed. */
const PAGES_AGAIN = 5

/** A creator may have scrolled through thousands of conversations: each message would fetch all of them again. */
export function longList(client: QueryClient): LongList<ConversationSummary, AboutPage> {
  return {
    pages: PAGES_AGAIN,
    idOf: ({ id }) => id,
    isChanged: ({ id }, { asked_at }) => hasChangedSince(client, id, asked_at),
  }
}
