import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { queryKeys } from '#web/lib/query-client.ts'

export interface PostPage {
  posts: Post[]
  next: string | null
}
export type PostList = InfiniteData<PostPage, string | undefined>

/** Everyone's posts, or one creator's. */
export function postsKey(username?: string) {
  return username === undefined ? [...queryKeys.posts, 'all'] : [...queryKeys.posts, 'of', username.toLowerCase()]
}

/** Changes a post wherever it is listed. */
export function changePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  changeLists(client, (posts) => posts.map((post) => (post.id === id ? change(post) : post)))
}

/** Takes a post out of every list. */
export function dropPost(client: QueryClient, id: string): void {
  changeLists(client, (posts) => posts.filter((post) => post.id !== id))
}

function changeLists(client: QueryClient, change: (posts: Post[]) => Post[]): void {
  client.setQueriesData<PostList>({ queryKey: queryKeys.posts }, (list) => {
    if (!list) return list
    return { ...list, pages: list.pages.map((page) => ({ ...page, posts: change(page.posts) })) }
  })
}

/** A post as it is listed somewhere. */
export function findListedPost(client: QueryClient, id: string): Post | undefined {
  const lists = client.getQueriesData<PostList>({ queryKey: queryKeys.posts })
  for (const [, list] of lists) {
    const found = list?.pages.flatMap(({ posts }) => posts).find((post) => post.id === id)
    if (found) return found
  }
  return undefined
}
