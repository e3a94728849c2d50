import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { type ListName, listKey } from './conversation-list-cache.ts'

const LISTS = { own: conversations.list_conversations, received: conversations.list_received_conversations }

interface ListOptions {
  enabled?: boolean
  /** Whether a component that mounts later fetches again a list that has failed. */
  retryOnMount?: boolean
}

/** Infinite query: a list of conversations, latest first. */
export function useConversationsQuery(name: ListName, { enabled = true, retryOnMount = true }: ListOptions = {}) {
  const query = usePagedQuery({
    queryKey: listKey(name),
    fetchRows: (query, options) => call(LISTS[name], { query }, options),
    about: (headers) => ({ unread: Number(headers.get('x-unread-count')) }),
    enabled,
    retryOnMount,
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, conversations: rows }
}

/** Invalidates both lists: a list on the screen is fetched at once, the other when it is shown. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.conversation_lists })
}
