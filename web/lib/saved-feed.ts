import type { User } from '#contract/accounts.ts'
import type { Post } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { SAVED_FEED_CACHE } from '#web/sw/protocol.ts'

/**
 * The last feed, for when there is no network: what the member saw on Home, without anything that only they may see. It is
 * deleted with the session (`followSession`). Of the member it has what the frame shows.
 */
export interface SavedFeed {
  saved_at: string
  user: Pick<User, 'id' | 'username' | 'profile_id' | 'profile_pic'>
  posts: Post[]
}

/** The key of the posts in the cache. No request ever has this address. */
export const SAVED_FEED_KEY = '/saved-feed'
export const SAVED_FEED_DAYS = 7

export async function readSavedFeed(now = Date.now()): Promise<SavedFeed | null> {
  try {
    const kept = await caches.match(SAVED_FEED_KEY, { cacheName: SAVED_FEED_CACHE })
    const feed: SavedFeed | undefined = await kept?.json()
    if (feed && now - Date.parse(feed.saved_at) < SAVED_FEED_DAYS * DAY_MS) return feed
  } catch {
    // Without a cache there is no feed.
  }
  return null
}

export async function forgetSavedFeed(): Promise<void> {
  // Not in a page without TLS, and not where storage is forbidden.
  await globalThis.caches?.delete(SAVED_FEED_CACHE).catch(() => {})
}
