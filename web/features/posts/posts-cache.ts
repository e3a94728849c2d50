import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { changeLog } from '#web/lib/queries/freshness.ts'
import { type Page, rowsOf } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { subscriptionEnded } from '#web/lib/queries/subscription-access.ts'

/** A page with the logical time of its request: it does not contain changes that were made after that. */
export type PostPage = Page<Post, { asked_at: number }>
export type PostList = InfiniteData<PostPage>

/** The query key of everyone's posts, or of one creator's. */
export function postsKey(username?: string) {
  return username === undefined ? [...queryKeys.posts, 'all'] : [...queryKeys.posts, 'of', username.toLowerCase()]
}

/** The query key of the pages around one post, for a post that is not in the loaded pages. */
export function postsAroundKey(username: string | undefined, id: string) {
  return [...postsKey(username), 'around', id]
}

/** The query key of the number of posts that are older or newer than a position in a list. */
export function postCountKey(username: string | undefined, part: { cursor: string } | { after: string } | null) {
  return [...queryKeys.post_counts, username?.toLowerCase() ?? null, part]
}

/**
 * Local changes, which are replayed over pages that were requested before them. An infinite query that fetches the next
 * page writes the earlier pages back as they were when it started.
 */
const changes = changeLog<Post>()

function changeLists(client: QueryClient, change: (posts: Post[]) => Post[]): void {
  changes.add(client, change)
  client.setQueriesData<PostList>(
    { queryKey: queryKeys.posts },
    (list) => list && { ...list, pages: list.pages.map((page) => changes.replay(client, page)) },
  )
}

/** Changes a post in every list. */
export function changePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  changePosts(client, (post) => (post.id === id ? change(post) : post))
}

/** Changes every post in every list. */
export function changePosts(client: QueryClient, change: (post: Post) => Post): void {
  changeLists(client, (posts) => posts.map(change))
}

/** Removes a post from every list. */
export function dropPost(client: QueryClient, id: string): void {
  changeLists(client, (posts) => posts.filter((post) => post.id !== id))
  // The counts of posts that are not loaded may include it.
  void client.invalidateQueries({ queryKey: queryKeys.post_counts })
}

/** The posts of a list, with the local changes since its pages were requested. */
export function postsOf(client: QueryClient, list: Pick<PostList, 'pages'> | undefined): Post[] {
  return rowsOf(list && { pages: list.pages.map((page) => changes.replay(client, page)) })
}

/** Finds a post in any of the cached lists. */
export function findListedPost(client: QueryClient, id: string): Post | undefined {
  const lists = client.getQueriesData<PostList>({ queryKey: queryKeys.posts })
  return lists.flatMap(([, list]) => postsOf(client, list)).find((post) => post.id === id)
}

/** Locks a post in every list as soon as the viewer's access ends, and then refetches them from the server. */
export function endAccess(client: QueryClient, id: string): void {
  if (!findListedPost(client, id)?.file) return
  changePost(client, id, (post) => ({ ...post, file: null, files: [], accessible_until: null }))
  subscriptionEnded(client)
}
