import type { QueryClient } from '@tanstack/react-query'
import { type Post, posts } from '#contract/posts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { changePost, findListedPost } from './posts-cache.ts'

export type Like = Pick<Post, 'liked' | 'likes_count'>

/** What the server said last, with what somebody wants on top of it. */
export function shownLike({ liked, likes_count }: Like, wanted: boolean | undefined): Like {
  if (wanted === undefined) return { liked, likes_count }
  return { liked: wanted, likes_count: likes_count + Number(wanted) - Number(liked) }
}

/** The presses that are on their way or wait for their turn, the newest last. */
export function pendingPresses(id: string) {
  return { mutationKey: [...mutationKeys.like, id], status: 'pending' } as const
}

/**
 * A press of the heart. Presses on one post have their turn one after the other. When it comes, a newer one may want
 * something else, or what is wanted may be so already: then nothing is sent, since the call only says "the other way
 * round".
 */
export function likePress(client: QueryClient, id: string) {
  const isOvertaken = () => client.getMutationCache().findAll(pendingPresses(id)).length > 1
  return {
    mutationKey: pendingPresses(id).mutationKey,
    scope: { id: `like ${id}` },
    // Without a network it fails at once and says so, instead of waiting for one.
    networkMode: 'always' as const,
    mutationFn: async (wanted: boolean): Promise<Like | null> => {
      const isSo = findListedPost(client, id)?.liked === wanted
      return isOvertaken() || isSo ? null : await call(posts.toggle_like, { body: { post_id: id } })
    },
    onSuccess: (answer: Like | null) => {
      if (answer) changePost(client, id, (post) => ({ ...post, ...answer }))
    },
    onError: (error: Error) => {
      // A newer press still has its chance.
      if (!isOvertaken()) toast({ type: 'error', message: errorText(error) })
    },
  }
}
