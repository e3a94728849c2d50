import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { changeLog } from '#web/lib/queries/freshness.ts'
import { type Page, rowsOf } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { subscriptionEnded } from '#web/lib/queries/subscription-access.ts'

/** With the moment it was asked for: what changed since then it does not know. */
export type PostPage = Page<Post, { asked_at: number }>
export type PostList = InfiniteData<PostPage>

/** Everyone's posts, or one creator's. */
export function postsKey(username?: string) {
  return username === undefined ? [...queryKeys.posts, 'all'] : [...queryKeys.posts, 'of', username.toLowerCase()]
}

/** What lies around one post of such a list, for one that is not among its first pages. */
export function postsAroundKey(username: string | undefined, id: string) {
  return [...postsKey(username), 'around', id]
}

/** How many posts a part of a list holds: those older than a post, or those newer than it. */
export function postCountKey(username: string | undefined, part: { cursor: string } | { after: string } | null) {
  return [...queryKeys.post_counts, username?.toLowerCase() ?? null, part]
}

/** What was changed here: the next page of a list brings along the earlier ones as they were when it was asked for. */
const changes = changeLog<Post>()

function changeLists(client: QueryClient, change: (posts: Post[]) => Post[]): void {
  changes.add(client, change)
  client.setQueriesData<PostList>(
    { queryKey: queryKeys.posts },
    (list) => list && { ...list, pages: list.pages.map((page) => changes.replay(client, page)) },
  )
}

/** Changes a post wherever it is listed. */
export function changePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  changeLists(client, (posts) => posts.map((post) => (post.id === id ? change(post) : post)))
}

/** Takes a post out of every list. */
export function dropPost(client: QueryClient, id: string): void {
  changeLists(client, (posts) => posts.filter((post) => post.id !== id))
  // It may have been counted as one that is not loaded.
  void client.invalidateQueries({ queryKey: queryKeys.post_counts })
}

/** The posts of a list, with what has changed since its pages were asked for. */
export function postsOf(client: QueryClient, list: Pick<PostList, 'pages'> | undefined): Post[] {
  return rowsOf(list && { pages: list.pages.map((page) => changes.replay(client, page)) })
}

/** A post as it is listed somewhere. */
export function findListedPost(client: QueryClient, id: string): Post | undefined {
  const lists = client.getQueriesData<PostList>({ queryKey: queryKeys.posts })
  return lists.flatMap(([, list]) => postsOf(client, list)).find((post) => post.id === id)
}

/** Its picture is no longer this viewer's to see: it leaves every list at once, and then the server has the last word. */
export function endAccess(client: QueryClient, id: string): void {
  if (!findListedPost(client, id)?.file) return
  changePost(client, id, (post) => ({ ...post, file: null, accessible_until: null }))
  subscriptionEnded(client)
}
