import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { type ListName, listKey } from './conversation-list-cache.ts'

const LISTS = { own: conversations.list_conversations, received: conversations.list_received_conversations }

interface Wanted {
  enabled?: boolean
  /** Whether a list that did not come is asked for again by whoever joins. */
  retryOnMount?: boolean
}

/** A list of conversations, the latest first, a page at a time. */
export function useConversationsQuery(name: ListName, { enabled = true, retryOnMount = true }: Wanted = {}) {
  const query = usePagedQuery({
    queryKey: listKey(name),
    fetchRows: (query, options) => call(LISTS[name], { query }, options),
    about: (headers) => ({ unread: Number(headers.get('x-unread-count')) }),
    enabled,
    retryOnMount,
  })
  const listed = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, conversations: listed }
}

/** Asks for both lists again, those that are shown at once and the others when they are. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.conversation_lists })
}
