import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { type Post, posts } from '#contract/posts.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { type Like, likePress, shownLike } from './likes.ts'
import { postsKey, postsOf } from './posts-cache.ts'

/** Posts, newest first, a page at a time: everyone's, or one creator's. */
export function usePostsQuery(username?: string) {
  const client = useQueryClient()
  const query = usePagedQuery({
    queryKey: postsKey(username),
    fetchRows: (start, options) =>
      call(posts.list_posts, { query: { ...(username !== undefined && { username }), ...start } }, options),
    about: (_headers, { at }) => ({ asked_at: at }),
  })
  const listed = useMemo(() => postsOf(client, query.data), [client, query.data])
  return { ...query, posts: listed }
}

/** The heart and the number as they are shown, and what a press does: it flips them at once. */
export function useLike(post: Pick<Post, 'id'> & Like): Like & { press: () => void } {
  const client = useQueryClient()
  const { shown, mutate } = useOptimisticMutation({
    ...likePress(client, post.id),
    known: { liked: post.liked, likes_count: post.likes_count },
    apply: shownLike,
  })
  return { ...shown, press: () => mutate(!shown.liked) }
}

export function useReportPostMutation() {
  return useSingleMutation({
    mutationFn: (body: Input<typeof reports.report_post>['body']) => call(reports.report_post, { body }),
  })
}
