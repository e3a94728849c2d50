import type { User } from '#contract/accounts.ts'
import type { Post } from '#contract/posts.ts'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { forgetSavedFeed, SAVED_FEED_KEY, type SavedFeed } from '#web/lib/saved-feed.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { SAVED_FEED_CACHE } from '#web/sw/protocol.ts'

/**
 * Saves the first page of the feed for when there is no network, in place of the one before: the posts that everybody may
 * see, and their pictures. If the session ends meanwhile, nothing stays.
 */
export async function saveFeed(user: User, posts: readonly Post[], now = new Date()): Promise<void> {
  let isOver = sessionToken() === null
  const unsubscribe = subscribeToSession(() => {
    isOver ||= sessionToken() === null
  })
  const feed = savedFeed(user, posts, now)
  try {
    if (isOver) return
    const cache = await caches.open(SAVED_FEED_CACHE)
    await cache.put(SAVED_FEED_KEY, new Response(JSON.stringify(feed)))
    const urls = picturesOf(feed)
    for (const { url } of await cache.keys()) {
      if (!urls.has(url) && url !== new URL(SAVED_FEED_KEY, location.href).href) await cache.delete(url)
    }
    for (const [url, source] of isDataSaverOn() ? [] : urls) {
      if (!isOver && !(await cache.match(url))) await keepPicture(cache, url, source)
    }
  } finally {
    unsubscribe()
    if (isOver) await forgetSavedFeed()
  }
}

/** What is saved of a feed. A post that is protected is left out, also for whoever may see it now. */
function savedFeed(user: User, posts: readonly Post[], now: Date): SavedFeed {
  const { id, username, profile_id, profile_pic } = user
  return {
    saved_at: now.toISOString(),
    user: { id, username, profile_id, profile_pic },
    posts: posts
      .filter((post) => !post.protected && post.file !== null)
      // Of an album the cover is enough.
      .map((post) => ({ ...post, files: post.files?.slice(0, 1) ?? [], accessible_until: null, reports: [] })),
  }
}

/** The pictures of a feed in the smallest width, by their addresses without a width. */
function picturesOf({ user, posts }: SavedFeed): Map<string, string> {
  const paths = [user.profile_pic, ...posts.flatMap(({ file, profile_pic }) => [file, profile_pic])]
  return new Map(
    paths
      .filter((path) => path !== null)
      .map((path) => [new URL(mediaUrl(path), location.href).href, mediaUrl(path, 480)] as const),
  )
}

/**
 * Keeps a picture that everybody may see: it is asked for without the session, and the answer says that it is public. A
 * redirect leads to a bucket with a key in the address, so it is not followed.
 */
async function keepPicture(cache: Cache, url: string, source: string): Promise<void> {
  const response = await fetch(source, { credentials: 'omit', redirect: 'error' }).catch(() => null)
  const isPublic = response?.status === 200 && /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
  if (isPublic) await cache.put(url, response)
}
