import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { type Post, posts } from '#contract/posts.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { ownerQueryKeys } from '#web/lib/queries/owner-query-keys.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
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

/** One's own posts as a member without a subscription gets them. What was seen before is fetched again. */
export function useOwnPostsAsVisitorQuery(username: string) {
  const query = usePagedQuery({
    queryKey: [...ownerQueryKeys.page_as_visitor, 'posts', username.toLowerCase()],
    fetchRows: (start, options) => call(posts.list_posts, { query: { username, as: 'visitor', ...start } }, options),
    about: () => ({}),
  })
  return { ...query, posts: rowsOf(query.data) }
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
