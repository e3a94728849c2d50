import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/accounts.ts'
import { type PostPage, postsOf } from '#web/features/posts/posts-cache.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { readSavedFeed } from '#web/lib/saved-feed.ts'

/** Saves the first page whenever it was fetched, where a service worker can show it again. */
export function useSaveFeed(page: PostPage | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!page) return
    whenIdle(async () => {
      await navigator.serviceWorker?.ready
      const user = client.getQueryData<User>(queryKeys.user)
      const { saveFeed } = await import('./save-feed.ts')
      if (user && 'serviceWorker' in navigator) await saveFeed(user, postsOf(client, { pages: [page] }))
    })
  }, [client, page])
}

/** The saved feed with the component that shows it, once the network has failed to bring a newer one. */
export function useSavedFeedQuery(failure: Error | null) {
  return useQuery({
    queryKey: queryKeys.saved_feed,
    queryFn: async () => {
      // The worker has this chunk (scripts/build-worker.ts).
      const [feed, { SavedPosts }] = await Promise.all([readSavedFeed(), import('./saved-posts.tsx')])
      return feed && { feed, SavedPosts }
    },
    enabled: failure !== null && !(failure instanceof ApiError),
    // It is read again whenever it is needed: another page may have saved a newer one.
    gcTime: 0,
  })
}
