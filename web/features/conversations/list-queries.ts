import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { conversations, type InboxFilter } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { aboutPage, type ListName, listKey, longList } from './conversation-list-cache.ts'

const LISTS = { own: conversations.list_conversations, received: conversations.list_received_conversations }

interface ListOptions {
  enabled?: boolean
  /** Whether a component that mounts later fetches again a list that has failed. */
  retryOnMount?: boolean
}

/** Infinite query: a list of conversations, latest first. */
export function useConversationsQuery(name: ListName, { enabled = true, retryOnMount = true }: ListOptions = {}) {
  const client = useQueryClient()
  const query = usePagedQuery({
    queryKey: listKey(name),
    fetchRows: (query, options) => call(LISTS[name], { query }, options),
    about: aboutPage,
    long: longList(client),
    enabled,
    retryOnMount,
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, conversations: rows }
}

/** Infinite query: the conversations that one started, or those that a search finds. The last result stays until the next arrives. */
export function useOwnSearchQuery(search: string) {
  const client = useQueryClient()
  const query = usePagedQuery({
    queryKey: search === '' ? listKey('own') : [...listKey('own'), { search }],
    fetchRows: (page, options) =>
      call(conversations.list_conversations, { query: { ...page, ...(search !== '' && { search }) } }, options),
    about: aboutPage,
    long: longList(client),
    placeholderData: (before) => before,
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, conversations: rows }
}

/** Infinite query: the messages of a conversation with these words, newest first. */
export function useFoundMessagesQuery(id: string, search: string) {
  const query = usePagedQuery({
    queryKey: [...queryKeys.found_messages, id, search],
    fetchRows: (page, options) =>
      call(conversations.search_messages, { params: { id }, query: { ...page, search } }, options),
    about: () => ({}),
    enabled: search !== '',
  })
  const found = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, found }
}

/** Which of the received conversations a creator wants to see. */
export interface Wanted {
  filter: InboxFilter | null
  search: string
}

export const EVERYTHING: Wanted = { filter: null, search: '' }

/** Infinite query: the received conversations of a filter and a search. The last result stays until the next arrives. */
export function useReceivedQuery({ filter, search }: Wanted) {
  const client = useQueryClient()
  const isAll = filter === null && search === ''
  const query = usePagedQuery({
    // Below the lists, so that live events refetch it too. Without a filter it is the list that everybody shares.
    queryKey: isAll ? listKey('received') : [...listKey('received'), { filter, search }],
    fetchRows: (page, options) =>
      call(
        conversations.list_received_conversations,
        { query: { ...page, ...(filter && { filter }), ...(search !== '' && { search }) } },
        options,
      ),
    about: aboutPage,
    long: longList(client),
    placeholderData: (before) => before,
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, conversations: rows }
}

/** Invalidates both lists: a list on the screen is fetched at once, the other when it is shown. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.conversation_lists })
}
