import { POSTS_COUNTED_MAX, type Post, type PostCount } from '#contract/posts.ts'

/** The loaded part of a list, and how many newer and older posts are not loaded; null while they are not counted. */
export interface LoadedRange {
  posts: readonly Post[]
  newer: PostCount | null
  older: PostCount | null
}

/** The position of a post in the list from which it was opened. */
export interface Place {
  post: Post
  /** From 1; null while the number of newer posts is unknown. */
  position: PostCount | null
  count: PostCount
  previous: Post | null
  next: Post | null
}

/** Returns null if the post is not loaded. Navigation does not wrap around: the first post has no previous one. */
export function placeOf({ posts, newer, older }: LoadedRange, id: string): Place | null {
  const index = posts.findIndex((post) => post.id === id)
  const post = posts[index]
  if (!post) return null
  const position = newer && { count: newer.count + index + 1, is_more: newer.is_more }
  return {
    post,
    position: position && bounded(position),
    count: countOf({ posts, newer, older }, position),
    previous: posts[index - 1] ?? null,
    next: posts[index + 1] ?? null,
  }
}

/** The total. If a part is not counted yet, the total says only that there are more. */
function countOf({ posts, newer, older }: LoadedRange, position: PostCount | null): PostCount {
  const count = posts.length + (newer?.count ?? 0) + (older?.count ?? 0)
  const is_more = !newer || !older || newer.is_more || older.is_more
  const total = bounded({ count, is_more })
  // The total is never smaller than the position.
  return position && !position.is_more ? { ...total, count: Math.max(total.count, position.count) } : total
}

/** Caps at the server's limit: it shows "1,000+", not "1,030+" for the loaded posts on top of it. */
function bounded({ count, is_more }: PostCount): PostCount {
  return { count: is_more ? Math.min(count, POSTS_COUNTED_MAX) : count, is_more }
}

/** The next page is prefetched when the current post is this close to an end of the loaded range. */
const PREFETCH_DISTANCE = 3

/** At which ends of the loaded range the next page has to be fetched. */
export function endsToLoad(posts: readonly Post[], id: string | null): { newer: boolean; older: boolean } {
  const index = posts.findIndex((post) => post.id === id)
  if (index < 0) return { newer: false, older: false }
  return { newer: index < PREFETCH_DISTANCE, older: posts.length - 1 - index < PREFETCH_DISTANCE }
}

/** The post to show after this one is deleted. */
export function successorOf({ previous, next }: Place): Post | null {
  return next ?? previous
}

/** How many of the counted posts are not loaded yet. */
export function remainingOf(count: PostCount | undefined, loaded: number): PostCount | null {
  return count ? { ...count, count: Math.max(0, count.count - loaded) } : null
}
