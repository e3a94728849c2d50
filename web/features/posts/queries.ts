import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type Post, posts } from '#contract/posts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { nextCursor } from '#web/lib/next-page.ts'
import { toast } from '#web/lib/toasts.ts'
import { changePost, findListedPost, type PostPage, postsKey } from './posts-cache.ts'

/** Posts, newest first, a page at a time: everyone's, or one creator's. */
export function usePosts(username?: string) {
  const query = useInfiniteQuery({
    queryKey: postsKey(username),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<PostPage> => {
      let next: string | null = null
      const page = await call(
        posts.list_posts,
        {
          query: { ...(username !== undefined && { username }), ...(pageParam !== undefined && { cursor: pageParam }) },
        },
        {
          signal,
          onHeaders: (headers) => {
            next = nextCursor(headers)
          },
        },
      )
      return { posts: page, next }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return { ...query, posts: query.data?.pages.flatMap((page) => page.posts) ?? [] }
}

/** Flips at once, one request at a time for each post; the server has the last word. */
export function useToggleLike(post: Pick<Post, 'id'>) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `like ${post.id}` },
    mutationFn: () => call(posts.toggle_like, { body: { post_id: post.id } }),
    onMutate: () => {
      const before = findListedPost(client, post.id)
      changePost(client, post.id, flipped)
      return before
    },
    onSuccess: ({ liked, likes_count }) => changePost(client, post.id, (now) => ({ ...now, liked, likes_count })),
    onError: (error, _, before) => {
      if (before)
        changePost(client, post.id, ({ ...now }) => ({ ...now, liked: before.liked, likes_count: before.likes_count }))
      toast({ type: 'error', message: errorText(error) })
    },
  })
}

function flipped(post: Post): Post {
  return { ...post, liked: !post.liked, likes_count: post.likes_count + (post.liked ? -1 : 1) }
}

export function useReportPost() {
  return useMutation({
    mutationFn: (body: Input<typeof posts.report_post>['body']) => call(posts.report_post, { body }),
  })
}
