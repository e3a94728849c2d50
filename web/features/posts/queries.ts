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

/** Infinite query: everyone's posts or one creator's, newest first. */
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

/** The like button's state, with an optimistic update on a press. */
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
    mutationFn: (body: Input<typeof reports.create_report>['body']) => call(reports.create_report, { body }),
  })
}
