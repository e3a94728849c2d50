import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { type PostList, postsKey } from './posts-cache.ts'

/** A post that has just been published stands first, in everyone's list and in its creator's. */
export function addPost(client: QueryClient, post: Post): void {
  for (const queryKey of [postsKey(), postsKey(post.username)]) {
    client.setQueryData<PostList>(queryKey, (list) => list && withFirst(list, post))
    // What is on its way was asked for before there was this post.
    if (client.isFetching({ queryKey, exact: true }) > 0) void client.invalidateQueries({ queryKey, exact: true })
  }
}

function withFirst(list: PostList, post: Post): PostList {
  const [first, ...rest] = list.pages
  if (!first) return list
  const others = first.rows.filter(({ id }) => id !== post.id)
  return { ...list, pages: [{ ...first, rows: [post, ...others] }, ...rest] }
}
