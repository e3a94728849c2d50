import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { LISTS_REFETCH_AFTER_MS } from '#contract/limits.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { moment } from '#web/lib/queries/freshness.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { refreshLists } from './list-queries.ts'
import {
  cutBefore,
  gapBefore,
  type Page,
  type Thread,
  unreadBefore,
  withNewest,
  withOlder,
  withoutUnread,
} from './thread-cache.ts'

/** So many pages are fetched to close a gap or to reach the first unread message; what lies further up waits for whoever scrolls there. */
const MOST_PAGES = 10

export function threadKey(id: string) {
  return [...queryKeys.conversations, 'thread', id] as const
}

function knownThread(client: QueryClient, id: string): Thread | undefined {
  return client.getQueryData<Thread>(threadKey(id))
}

/** Changes a thread that is known; one that is not will be fetched as it is. */
export function changeThread(client: QueryClient, id: string, change: (thread: Thread) => Thread): void {
  client.setQueryData<Thread>(threadKey(id), (thread) => thread && change(thread))
}

async function fetchPage(id: string, before?: string, signal?: AbortSignal): Promise<Page> {
  const asked_at = moment()
  const query = before === undefined ? {} : { before }
  const conversation = await call(conversations.get_conversation, { params: { id }, query }, signal ? { signal } : {})
  return { conversation, asked_at }
}

/** The newest messages, joined to what is known, live events that came meanwhile included. */
async function fetchNewest(client: QueryClient, id: string, signal: AbortSignal): Promise<Thread> {
  const newest = await fetchPage(id, undefined, signal)
  const between: Page[] = []
  const { first_unread_id } = newest.conversation
  const missingBefore = ({ conversation }: Page) => {
    const known = knownThread(client, id)
    return known ? gapBefore(known, conversation) : unreadBefore(first_unread_id, conversation)
  }
  let gap = missingBefore(newest)
  while (gap !== null && between.length < MOST_PAGES) {
    const page = await fetchPage(id, gap, signal)
    between.push(page)
    gap = missingBefore(page)
  }
  // Asking for it has read it, which the lists do not know yet.
  setTimeout(() => void refreshLists(client), LISTS_REFETCH_AFTER_MS)
  const thread = withNewest(knownThread(client, id), newest, between)
  return gap === null ? thread : cutBefore(thread, gap)
}

export function threadQuery(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => fetchNewest(client, id, signal),
    // What changes is changed in place: a comparison of hundreds of messages with themselves is not needed.
    structuralSharing: false,
  })
}

export function useThreadQuery(id: string) {
  const client = useQueryClient()
  return useQuery(threadQuery(client, id))
}

/** Takes the line above what was unread away. */
export function forgetUnread(client: QueryClient, id: string): void {
  if (knownThread(client, id)?.unread_from !== undefined) changeThread(client, id, withoutUnread)
}

/**
 * Asks for what was missed. An answer that is still on its way may have been written before the subscription was
 * confirmed, so it is waited for and followed by another; a refusal is not asked to change its mind. Nor is an answer on
 * its way given up for a newer one: the server has marked as read what only that answer says was unread.
 */
export async function catchUp(client: QueryClient, id: string): Promise<void> {
  const query = client.getQueryCache().find<Thread>({ queryKey: threadKey(id), exact: true })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  if (query && query.state.data === undefined && isRefusal(query.state.error)) return
  await client.invalidateQueries({ queryKey: threadKey(id), exact: true })
}

/** There is no such conversation, or it is somebody else's. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** What was written before what is shown. */
export function useOlderMutation(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: [...mutationKeys.older, id],
    mutationFn: async () => {
      const before = knownThread(client, id)?.messages[0]?.id
      if (before === undefined) return
      const page = await fetchPage(id, before)
      changeThread(client, id, (thread) => withOlder(thread, page))
    },
  })
}
