import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { refreshLists } from './list-queries.ts'
import {
  cutBefore,
  gapBefore,
  type KnownMessage,
  type Page,
  type Thread,
  unreadBefore,
  withNewest,
  withOlder,
  withoutUnreadLine,
} from './thread-cache.ts'

const LISTS_REFETCH_AFTER_MS = 500
/** Limit of the pages that close a gap or reach the first unread message. Older ones are fetched on scrolling. */
const MAX_CATCH_UP_PAGES = 10

export function threadKey(id: string) {
  return [...queryKeys.conversations, 'thread', id] as const
}

function knownThread(client: QueryClient, id: string): Thread | undefined {
  return client.getQueryData<Thread>(threadKey(id))
}

/** Updates a thread in the query cache. A thread that is not in the cache is left alone: it will be fetched up to date. */
export function changeThread(client: QueryClient, id: string, change: (thread: Thread) => Thread): void {
  client.setQueryData<Thread>(threadKey(id), (thread) => thread && change(thread))
}

async function fetchPage(id: string, before?: string, signal?: AbortSignal): Promise<Page> {
  const asked_at = logicalTime()
  const query = before === undefined ? {} : { before }
  const conversation = await call(conversations.get_conversation, { params: { id }, query }, signal ? { signal } : {})
  return { conversation, asked_at }
}

/** Fetches the newest page and merges it into the cache, which may have received live events meanwhile; closes gaps first. */
async function fetchNewest(client: QueryClient, id: string): Promise<Thread> {
  const newest = await fetchPage(id)
  const between: Page[] = []
  const { first_unread_id } = newest.conversation
  const missingBefore = ({ conversation }: Page) => {
    const known = knownThread(client, id)
    return known ? gapBefore(known, conversation) : unreadBefore(first_unread_id, conversation)
  }
  let gap = missingBefore(newest)
  while (gap !== null && between.length < MAX_CATCH_UP_PAGES) {
    const page = await fetchPage(id, gap)
    between.push(page)
    gap = missingBefore(page)
  }
  // The request marked the messages as read, and the unread counts of the lists do not know that yet.
  setTimeout(() => void refreshLists(client), LISTS_REFETCH_AFTER_MS)
  const thread = withNewest(knownThread(client, id), newest, between)
  return gap === null ? thread : cutBefore(thread, gap)
}

export function threadQuery(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: threadKey(id),
    // Without its signal, so that a thread that is left does not cancel the request: the server has marked messages as read for
    // it, and only its response says which ones were unread.
    queryFn: () => fetchNewest(client, id),
    // thread-cache.ts merges every update itself, and a deep comparison of hundreds of messages costs time.
    structuralSharing: false,
  })
}

export function useThreadQuery(id: string) {
  const client = useQueryClient()
  return useQuery(threadQuery(client, id))
}

/** Removes the line above the first unread message. */
export function clearUnreadLine(client: QueryClient, id: string): void {
  if (knownThread(client, id)?.unread_from !== undefined) changeThread(client, id, withoutUnreadLine)
}

/**
 * Refetches a thread to get missed messages, for example after its channel was confirmed by the live socket. A running
 * request may be older than that, so this waits for it and then fetches again. It does not cancel the running request: the
 * server has marked messages as read for it, and only its response says which ones were unread. A refusal is final.
 */
export async function catchUp(client: QueryClient, id: string): Promise<void> {
  const query = client.getQueryCache().find<Thread>({ queryKey: threadKey(id), exact: true })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  if (query && query.state.data === undefined && isRefusal(query.state.error)) return
  await client.invalidateQueries({ queryKey: threadKey(id), exact: true })
}

/** The server refused: the conversation does not exist, or belongs to others. A rate limit (429) is temporary. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** So many pages are loaded at most for one message of the past. */
const PAGES_BACK = 200

/** Loads older messages until this one is among them; undefined if it is not in the thread, or too far back. */
export async function loadUntil(
  client: QueryClient,
  id: string,
  message_id: string,
  signal: AbortSignal,
): Promise<KnownMessage | undefined> {
  for (let page = 0; page < PAGES_BACK; page += 1) {
    const thread = knownThread(client, id)
    const message = thread?.messages.find((each) => each.id === message_id)
    if (message || !thread?.has_older) return message
    const older = await fetchPage(id, thread.messages[0]?.id, signal)
    if (signal.aborted) return undefined
    changeThread(client, id, (known) => withOlder(known, older))
  }
  return undefined
}

/** Fetches the page before the oldest loaded message. */
export function useOlderMutation(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: [...mutationKeys.older, id],
    // A long thread has hundreds of pages, and what is over is of no use.
    gcTime: 0,
    mutationFn: async () => {
      const before = knownThread(client, id)?.messages[0]?.id
      if (before === undefined) return
      const page = await fetchPage(id, before)
      changeThread(client, id, (thread) => withOlder(thread, page))
    },
  })
}
