import type { Post } from '#contract/posts.ts'

/** Where a post stands in the list it was opened from. */
export interface Place {
  post: Post
  /** From 1, as people count. */
  position: number
  count: number
  previous: Post | null
  next: Post | null
}

/** Null when the list does not hold it, or not yet. The ends are ends: there is nothing before the first. */
export function placeOf(posts: readonly Post[], id: string): Place | null {
  const index = posts.findIndex((post) => post.id === id)
  const post = posts[index]
  if (!post) return null
  return {
    post,
    position: index + 1,
    count: posts.length,
    previous: posts[index - 1] ?? null,
    next: posts[index + 1] ?? null,
  }
}

/** How close to the end of what is loaded the next page is sent for. */
const NEAR_THE_END = 3
/** How many pages are looked through for a post that an address names. */
const PAGES_LOOKED_THROUGH = 10

/** What the list has to do for the lightbox. */
export function wantsAnotherPage(place: Place | null, list: { pages: number; hasNextPage: boolean }): boolean {
  if (!list.hasNextPage) return false
  return place ? place.count - place.position < NEAR_THE_END : list.pages < PAGES_LOOKED_THROUGH
}

/** What is shown when this one is gone. */
export function successorOf({ previous, next }: Place): Post | null {
  return next ?? previous
}

/** At least this far, and more sideways than up or down. */
const SWIPE_PX = 48

/** Which way a finger that went so far leads. To the left comes what is next. */
export function swipeOf(moved: { x: number; y: number }): 'previous' | 'next' | null {
  if (Math.abs(moved.x) < SWIPE_PX || Math.abs(moved.x) <= Math.abs(moved.y)) return null
  return moved.x < 0 ? 'next' : 'previous'
}
