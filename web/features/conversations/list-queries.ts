import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { askForPage, startingAt } from '#web/lib/next-page.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type ConversationPage, conversationsOf, type ListName, listKey } from './conversation-list-cache.ts'

const LISTS = { own: conversations.list_conversations, received: conversations.list_received_conversations }

interface Wanted {
  enabled?: boolean
  /** Whether a list that did not come is asked for again by whoever joins. */
  retryOnMount?: boolean
}

/** A list of conversations, the latest first, a page at a time. */
export function useConversations(name: ListName, { enabled = true, retryOnMount = true }: Wanted = {}) {
  const query = useInfiniteQuery({
    queryKey: listKey(name),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(name, pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
    retryOnMount,
  })
  const listed = useMemo(() => conversationsOf(query.data), [query.data])
  return { ...query, conversations: listed }
}

async function fetchPage(name: ListName, cursor: string | undefined, signal: AbortSignal): Promise<ConversationPage> {
  const { rows, next, headers } = await askForPage((onHeaders) =>
    call(LISTS[name], { query: startingAt(cursor) }, { signal, onHeaders }),
  )
  return { conversations: rows, next, unread: Number(headers.get('x-unread-count')) }
}

/** Asks for both lists again, those that are shown at once and the others when they are. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.conversation_lists })
}
