import type { QueryClient } from '@tanstack/react-query'
import { type Post, posts } from '#contract/posts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { changePost, findListedPost } from './posts-cache.ts'

export type Like = Pick<Post, 'liked' | 'likes_count'>

/** Optimistic update: the wanted state laid over the last response of the server. */
export function shownLike({ liked, likes_count }: Like, wanted: boolean | undefined): Like {
  if (wanted === undefined) return { liked, likes_count }
  return { liked: wanted, likes_count: likes_count + Number(wanted) - Number(liked) }
}

/** The filter for presses that are sent or queued, oldest first. */
export function pendingPresses(id: string) {
  return { mutationKey: [...mutationKeys.like, id], status: 'pending' } as const
}

/**
 * The mutation for a press of the like button. Mutations of one post run one after the other (`scope`). The endpoint
 * toggles, so a queued press sends nothing if a newer press is queued, or if the post already has the wanted state.
 */
export function likePress(client: QueryClient, id: string) {
  const hasNewerPress = () => client.getMutationCache().findAll(pendingPresses(id)).length > 1
  return {
    mutationKey: pendingPresses(id).mutationKey,
    scope: { id: `like ${id}` },
    // While offline, the mutation fails at once with a message, instead of waiting for the network.
    networkMode: 'always' as const,
    mutationFn: async (wanted: boolean): Promise<Like | null> => {
      const isDone = findListedPost(client, id)?.liked === wanted
      return hasNewerPress() || isDone ? null : await call(posts.toggle_like, { body: { post_id: id } })
    },
    onSuccess: (answer: Like | null) => {
      if (answer) changePost(client, id, (post) => ({ ...post, ...answer }))
    },
    onError: (error: Error) => {
      // A newer press will send the request again, so this error is not shown.
      if (!hasNewerPress()) toast({ type: 'error', message: errorText(error) })
    },
  }
}
