import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { aPost } from '#tests/support/web/post-fixtures.ts'
import { readSavedFeed, SAVED_FEED_DAYS } from '#web/lib/saved-feed.ts'
import { clearToken, storeToken } from '#web/lib/session.ts'
import { saveFeed } from './save-feed.ts'

const USER: User = {
  id: '1',
  username: 'amy',
  email: 'amy@loge.test',
  email_confirmed: true,
  role: 'admin',
  profile_id: null,
  profile_pic: null,
  wish_to_become_creator: false,
  may_be_creator: true,
  can_add_stories: true,
  locale: null,
  theme: null,
}
const OPEN = aPost({ id: 'open', file: '/media/open', profile_pic: null, description: 'For everybody' })
const NOW = new Date('2026-11-18T12:00:00Z')

/** The caches of the browser, and the server that answers for pictures. */
let kept: Map<string, Response>
let answer: (url: string) => Response

beforeEach(() => {
  fakeBrowser()
  kept = new Map()
  answer = () => new Response('bytes', { headers: { 'cache-control': 'public, max-age=3600' } })
  const absolute = (key: string) => new URL(key, 'https://loge.test/').href
  const cache = {
    put: async (key: string, response: Response) => void kept.set(absolute(key), response),
    match: async (key: string) => kept.get(absolute(key))?.clone(),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (key: string) => kept.delete(absolute(key)),
  }
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match, delete: async () => kept.clear() })
  vi.stubGlobal('fetch', async (url: string) => answer(url))
  storeToken('amy')
})

describe('The saved feed', () => {
  it('A protected post is never saved, not even for a subscriber, and nothing else that only the member may know', async () => {
    const locked = aPost({ id: 'locked', protected: true, file: null })
    const opened = aPost({ id: 'opened', protected: true, file: '/media/secret' })
    await saveFeed(USER, [locked, opened, OPEN], NOW)
    const feed = await readSavedFeed(NOW.getTime())
    expect(feed?.posts.map(({ id }) => id)).toEqual(['open'])
    expect(feed?.user).toEqual({ id: '1', username: 'amy', profile_id: null, profile_pic: null })
    expect([...kept.keys()].join()).not.toContain('secret')
  })

  it.each(['private, no-store', 'no-store', ''])('A picture that is answered as %j is not kept', async (policy) => {
    answer = () => new Response('bytes', { headers: { 'cache-control': policy } })
    await saveFeed(USER, [OPEN], NOW)
    expect([...kept.keys()]).toEqual(['https://loge.test/saved-feed'])
  })

  it('Pictures of the feed before are let go of', async () => {
    await saveFeed(USER, [OPEN], NOW)
    await saveFeed(USER, [aPost({ ...OPEN, id: 'next', file: '/media/next' })], NOW)
    expect([...kept.keys()].sort()).toEqual(['https://loge.test/api/media/next', 'https://loge.test/saved-feed'])
  })

  it('Nothing stays of a session that ends while its feed is saved', async () => {
    answer = () => {
      clearToken()
      return new Response('bytes', { headers: { 'cache-control': 'public' } })
    }
    await saveFeed(USER, [OPEN], NOW)
    expect(kept.size).toBe(0)
  })

  it('A feed that is too old is not shown', async () => {
    await saveFeed(USER, [OPEN], NOW)
    const later = NOW.getTime() + SAVED_FEED_DAYS * 24 * 3_600_000
    expect(await readSavedFeed(later - 1)).not.toBeNull()
    expect(await readSavedFeed(later)).toBeNull()
  })
})
