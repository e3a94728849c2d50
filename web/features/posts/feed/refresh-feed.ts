import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { posts } from '#contract/posts.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { type PostList, postsKey } from '#web/features/posts/posts-cache.ts'
import { call } from '#web/lib/api.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { fetchPage } from '#web/lib/queries/paged-query.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'

/** How often the server is asked whether there are newer posts, at most. The feed itself stays as it is. */
const LOOK_MS = 3 * MINUTE_MS

/**
 * Fetches the first page of the feed again, and the stories, because the member asks for it. The pages stay in place until
 * it is there, and also if it fails.
 */
export function useRefreshFeedMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: mutationKeys.refresh_feed,
    // One after the other: a second press finds the first one at work.
    mutationFn: async () => {
      if (client.isMutating({ mutationKey: mutationKeys.refresh_feed }) > 1) return
      await client.cancelQueries({ queryKey: postsKey(), exact: true })
      const asked_at = logicalTime()
      const { rows, next } = await fetchPage((onHeaders) => call(posts.list_posts, { query: {} }, { onHeaders }))
      client.setQueryData<PostList>(postsKey(), { pages: [{ asked_at, rows, next }], pageParams: [undefined] })
      void client.invalidateQueries({ queryKey: queryKeys.stories })
      void client.invalidateQueries({ queryKey: queryKeys.post_counts })
    },
    onError: () => toast({ type: 'error', message: t('posts.feed.refresh_failed') }),
  })
}

export function useIsRefreshing(): boolean {
  return useIsMutating({ mutationKey: mutationKeys.refresh_feed }) > 0
}

/** Whether there are newer posts than the first one of the feed: looked up now and then, and when the page is looked at again. */
export function useHasNewPosts(first: string | undefined): boolean {
  const { data } = useQuery({
    queryKey: [...queryKeys.post_counts, 'newer', first],
    queryFn: ({ signal }) => call(posts.count_posts, { query: { after: first ?? '' } }, { signal }),
    enabled: first !== undefined,
    // A feed that has just come has nothing newer.
    initialData: { count: 0, is_more: false },
    staleTime: LOOK_MS,
    refetchInterval: LOOK_MS,
    retry: false,
  })
  return data.count > 0
}
