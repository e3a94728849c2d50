import { QueryClient } from '@tanstack/react-query'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { forgetRenewable } from '#web/lib/forget-renewable.ts'
import { forgetSavedFeed } from '#web/lib/saved-feed.ts'
import { sessionToken, subscribeToSession, TOKEN_STORAGE_KEY } from '#web/lib/session.ts'
import { onStoredElsewhere } from '#web/lib/storage.ts'
import { queryKeys } from './query-keys.ts'

export const USER_FRESH_MS = 1 * HOUR_MS

/** How long the client keeps a response in memory (gc), and how long it counts as fresh (stale). */
const CACHE = {
  default: { gc: 1 * HOUR_MS },
  user: { gc: 1 * HOUR_MS, stale: USER_FRESH_MS },
  posts: { gc: 5 * MINUTE_MS, stale: Number.POSITIVE_INFINITY },
  stories: { gc: 2 * MINUTE_MS, stale: 30 * SECOND_MS, refetch: 60 * SECOND_MS },
  myStories: { gc: 5 * MINUTE_MS, stale: 1 * MINUTE_MS },
  conversations: { gc: 5 * MINUTE_MS, stale: 30 * SECOND_MS },
} as const

const RETRIES = 2

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Offline requests fail at once with a message. By default TanStack would pause them and send them much later.
      queries: { gcTime: CACHE.default.gc, retry: shouldRetry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
  client.setQueryDefaults(queryKeys.user, { gcTime: CACHE.user.gc, staleTime: CACHE.user.stale, retry: false })
  client.setQueryDefaults(queryKeys.posts, { gcTime: CACHE.posts.gc, staleTime: CACHE.posts.stale })
  client.setQueryDefaults(queryKeys.stories, {
    gcTime: CACHE.stories.gc,
    staleTime: CACHE.stories.stale,
    refetchInterval: CACHE.stories.refetch,
  })
  client.setQueryDefaults(queryKeys.my_stories, {
    gcTime: CACHE.myStories.gc,
    staleTime: CACHE.myStories.stale,
    refetchInterval: false,
  })
  client.setQueryDefaults(queryKeys.conversations, {
    gcTime: CACHE.conversations.gc,
    staleTime: CACHE.conversations.stale,
    refetchOnWindowFocus: false,
  })
  return client
}

/** Retries network failures and 5xx answers. A 4xx answer would be the same again. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && !(error instanceof ApiError && error.status < 500)
}

/**
 * Clears the cache and what is kept for the worker when the session ends, and refetches the user when another tab has changed
 * the session. A session may also have ended while no page was open.
 */
export function followSession(client: QueryClient): void {
  function forget() {
    if (sessionToken() !== null) return
    client.clear()
    void forgetSavedFeed()
    void forgetRenewable()
  }
  forget()
  subscribeToSession(forget)
  onStoredElsewhere(TOKEN_STORAGE_KEY, () => {
    if (sessionToken() !== null) void client.invalidateQueries({ queryKey: queryKeys.user })
  })
}
