import { POSTS_COUNTED_MAX } from '#contract/limits.ts'
import type { Post, PostCount } from '#contract/posts.ts'

/** What is loaded of a list, and how many posts lie beyond its two ends; null while nobody knows. */
export interface Stretch {
  posts: readonly Post[]
  newer: PostCount | null
  older: PostCount | null
}

/** Where a post stands in the list it was opened from. */
export interface Place {
  post: Post
  /** From 1, as people count; null while nobody knows how many are before it. */
  position: PostCount | null
  count: PostCount
  previous: Post | null
  next: Post | null
}

/** Null when this stretch does not hold it. The ends are ends: there is nothing before the first. */
export function placeOf({ posts, newer, older }: Stretch, id: string): Place | null {
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

/** The whole list. Of what is not counted yet it only says that there is more. */
function countOf({ posts, newer, older }: Stretch, position: PostCount | null): PostCount {
  const count = posts.length + (newer?.count ?? 0) + (older?.count ?? 0)
  const is_more = !newer || !older || newer.is_more || older.is_more
  const whole = bounded({ count, is_more })
  // Whoever has gone further than is counted knows of that many.
  return position && !position.is_more ? { ...whole, count: Math.max(whole.count, position.count) } : whole
}

/** "More than 1,000": the server counts no further, and what is loaded here makes no odd number of it. */
function bounded({ count, is_more }: PostCount): PostCount {
  return { count: is_more ? Math.min(count, POSTS_COUNTED_MAX) : count, is_more }
}

/** How close to an end of what is loaded more is sent for. */
const NEAR_THE_END = 3

/** At which ends of what is loaded the list has to go on for the lightbox. */
export function wantedAround(posts: readonly Post[], id: string | null): { newer: boolean; older: boolean } {
  const index = posts.findIndex((post) => post.id === id)
  if (index < 0) return { newer: false, older: false }
  return { newer: index < NEAR_THE_END, older: posts.length - 1 - index < NEAR_THE_END }
}

/** What is shown when this one is gone. */
export function successorOf({ previous, next }: Place): Post | null {
  return next ?? previous
}

/** What is left of a count when so many of it are loaded. */
export function rest(count: PostCount | undefined, loaded: number): PostCount | null {
  return count ? { ...count, count: Math.max(0, count.count - loaded) } : null
}
