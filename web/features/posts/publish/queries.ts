import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Post, posts } from '#contract/posts.ts'
import { changePost, dropPost, type PostList, postsKey } from '#web/features/posts/posts-cache.ts'
import { call } from '#web/lib/api.ts'
import { ignoreNotFound } from '#web/lib/api-error.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { upload } from '#web/publishing/upload.ts'
import type { NewMedia } from '#web/publishing/use-publishing.ts'

/** `onCreated` is called also if nobody waits for the answer any more. */
export function useCreatePostMutation(onCreated: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ file, description, protected: isProtected, ...options }: NewMedia) => {
      const form = new FormData()
      form.set('description', description)
      form.set('protected', String(isProtected))
      form.set('file', file)
      return upload(posts.create_post, { form }, options)
    },
    onSuccess: (post) => {
      onCreated()
      addPost(client, post)
      toast({ type: 'success', message: t('posts.publish.created') })
    },
  })
}

interface PostChanges {
  description?: string
  protected?: boolean
}

/** The response replaces the post in the cache, because a post that became protected has a new picture URL. */
export function useUpdatePostMutation(id: string, onError: (error: Error) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: PostChanges) => call(posts.update_post, { params: { id }, body }),
    onSuccess: (answer) => {
      changePost(client, id, () => answer)
      toast({ type: 'success', message: t('posts.publish.saved') })
    },
    onError,
  })
}

interface DeletionCallbacks {
  onDeleted: () => void
  onError: (error: Error) => void
}

export function useDeletePostMutation(post: Pick<Post, 'id'>, { onDeleted, onError }: DeletionCallbacks) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: () => call(posts.delete_post, { params: { id: post.id } }).catch(ignoreNotFound),
    onSuccess: () => {
      onDeleted()
      dropPost(client, post.id)
      toast({ type: 'success', message: t('posts.publish.deleted') })
    },
    onError,
  })
}

/** Inserts a new post at the top of everyone's list and of its creator's. */
export function addPost(client: QueryClient, post: Post): void {
  for (const queryKey of [postsKey(), postsKey(post.username)]) {
    client.setQueryData<PostList>(queryKey, (list) => list && withFirst(list, post))
    // A request that is running was sent before the post existed, so the list is fetched again.
    if (client.isFetching({ queryKey, exact: true }) > 0) void client.invalidateQueries({ queryKey, exact: true })
  }
}

function withFirst(list: PostList, post: Post): PostList {
  const [first, ...rest] = list.pages
  if (!first) return list
  const others = first.rows.filter(({ id }) => id !== post.id)
  return { ...list, pages: [{ ...first, rows: [post, ...others] }, ...rest] }
}
