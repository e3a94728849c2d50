import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { aList, aPost } from '#tests/support/web/post-fixtures.ts'
import { createQueryClient } from '#web/lib/queries/query-client.ts'
import { currentToasts, dismissToast } from '#web/lib/toasts.ts'
import { type Like, likePress, pendingPresses, shownLike } from './likes.ts'
import { findListedPost, postsKey } from './posts-cache.ts'

const ID = aPost().id

/** A fake server that answers when the test says so; the likes of other people can be added to its answer. */
let sent: { answer: (others?: number) => void; fail: () => void }[]
let truth: Like
let client: QueryClient

beforeEach(() => {
  fakeBrowser()
  sent = []
  truth = { liked: false, likes_count: 10 }
  client = createQueryClient()
  client.setQueryData(postsKey(), aList([aPost(truth)]))
  vi.stubGlobal('fetch', () => {
    return new Promise<Response>((resolve, reject) => {
      sent.push({
        answer: (others = 0) => {
          truth = { liked: !truth.liked, likes_count: truth.likes_count + (truth.liked ? -1 : 1) + others }
          resolve(Response.json(truth))
        },
        fail: () => reject(new TypeError('Failed to fetch')),
      })
    })
  })
})

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  client.clear()
  vi.unstubAllGlobals()
})

function shown(): [boolean, number] {
  const wish = client.getMutationCache().findAll(pendingPresses(ID)).at(-1)
  const { liked, likes_count } = shownLike(findListedPost(client, ID) ?? truth, wish?.state.variables as boolean)
  return [liked, likes_count]
}

async function press(times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const [liked] = shown()
    new MutationObserver(client, likePress(client, ID)).mutate(!liked).catch(() => {})
    await settle()
  }
}

/** Waits one turn of the event loop, in which all promises settle that need no further response. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

async function then(act: (() => void) | undefined): Promise<void> {
  act?.()
  await settle()
}

describe('A press of the like button', () => {
  it('A like that fails is rolled back, with one error toast', async () => {
    await press()
    expect(shown()).toEqual([true, 11])
    await then(sent[0]?.fail)
    expect(shown()).toEqual([false, 10])
    expect(currentToasts()).toMatchObject([{ type: 'error' }])
  })

  it('A like is shown at once with a changed count, and then takes the server’s count', async () => {
    await press()
    expect(shown()).toEqual([true, 11])
    expect(sent).toHaveLength(1)
    await then(() => sent[0]?.answer(5))
    expect(shown()).toEqual([true, 16])
  })

  it('A like that conflicts with another device is corrected by the response', async () => {
    truth = { liked: true, likes_count: 11 }
    await press()
    await then(() => sent[0]?.answer())
    expect(shown()).toEqual([false, 10])
  })

  it('Many presses of the like button send one request at a time, and show only correct counts', async () => {
    await press(3)
    expect(sent).toHaveLength(1)
    expect(shown()).toEqual([true, 11])
    await press()
    expect(shown()).toEqual([false, 10])
    await then(() => sent[0]?.answer())
    // The first response says liked, but the newest press wants the opposite.
    expect(shown()).toEqual([false, 10])
    expect(sent).toHaveLength(2)
    await then(() => sent[1]?.answer())
    expect(shown()).toEqual([false, 10])
    expect([truth.liked, sent.length]).toEqual([false, 2])
  })

  it('Presses of the like button that cancel each other out send no further request', async () => {
    await press(3)
    await then(() => sent[0]?.answer())
    expect(shown()).toEqual([true, 11])
    expect(sent).toHaveLength(1)
  })

  it('A like that fails while a newer press is pending is retried by that press, without a toast', async () => {
    await press(3)
    await then(sent[0]?.fail)
    expect(sent).toHaveLength(2)
    expect(shown()).toEqual([true, 11])
    expect(currentToasts()).toEqual([])
    await then(() => sent[1]?.answer())
    expect(shown()).toEqual([true, 11])
  })
})
