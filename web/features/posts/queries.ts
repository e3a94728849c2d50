import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { type Post, posts } from '#contract/posts.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { ownerQueryKeys } from '#web/lib/queries/owner-query-keys.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type Like, likePress, shownLike } from './likes.ts'
import { changePosts, postsKey, postsOf } from './posts-cache.ts'

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

/**
 * The posts of a page with the pinned one first. One that is further down is fetched alone: the list itself stays in its
 * order, in which the lightbox goes through it.
 */
export function usePinnedFirst(listed: Post[], pinned: string | null): Post[] {
  const known = pinned === null ? undefined : listed.find(({ id }) => id === pinned)
  const isMissing = pinned !== null && !known && listed.length > 0
  const { data } = useQuery({
    queryKey: [...queryKeys.profiles, 'pinned', pinned],
    enabled: isMissing,
    queryFn: ({ signal }) => call(posts.get_post, { params: { id: pinned ?? '' } }, { signal }),
  })
  const first = known ?? (isMissing ? data : undefined)
  return useMemo(
    () => (first ? [{ ...first, pinned: true }, ...listed.filter(({ id }) => id !== first.id)] : listed),
    [first, listed],
  )
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

/** One post of a creator is pinned at most, so pinning one takes the pin off the others. */
export function usePinMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ post: { id }, pinned }: { post: Pick<Post, 'id'>; pinned: boolean }) =>
      call(pinned ? posts.pin_post : posts.unpin_post, { params: { id } }),
    onSuccess: (answer, { pinned }) => {
      changePosts(client, (post) => {
        if (post.id === answer.id) return answer
        return pinned && post.profile_id === answer.profile_id ? { ...post, pinned: false } : post
      })
      void client.invalidateQueries({ queryKey: queryKeys.profiles })
      toast({ type: 'success', message: t(pinned ? 'posts.is_pinned' : 'posts.is_unpinned') })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useReportPostMutation() {
  return useSingleMutation({
    mutationFn: (body: Input<typeof reports.create_report>['body']) => call(reports.create_report, { body }),
  })
}
