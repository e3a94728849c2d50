import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { clearToken, storeToken } from '#web/lib/session.ts'
import { PUSH_DEVICE_CACHE, SAVED_FEED_CACHE } from '#web/sw/protocol.ts'
import { createQueryClient, followSession } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  clearToken()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Spec 7.10
test('A failed request for the current user is not retried', async () => {
  const ask = vi.fn().mockRejectedValue(new TypeError('network'))
  const asking = createQueryClient().fetchQuery({ queryKey: queryKeys.user, queryFn: ask })
  await expect(Promise.all([asking, vi.runAllTimersAsync()])).rejects.toThrow('network')
  expect(ask).toHaveBeenCalledTimes(1)
})

test('A refused request is not retried, and a failed one is retried twice', async () => {
  const client = createQueryClient()
  const tries = async (error: Error) => {
    const ask = vi.fn().mockRejectedValue(error)
    const { retry } = client.defaultQueryOptions({ queryKey: ['anything'] })
    const asking = client.fetchQuery({ queryKey: ['anything'], queryFn: ask, ...(retry !== undefined && { retry }) })
    await Promise.allSettled([asking, vi.runAllTimersAsync()])
    return ask.mock.calls.length
  }
  expect(await tries(new ApiError(404, null, null))).toBe(1)
  expect(await tries(new ApiError(503, null, null))).toBe(3)
  expect(await tries(new TypeError('network'))).toBe(3)
})

// Spec 7.10, 7.24, 7.28, 7.30, 7.51, 7.52, 9.25, 9.26
test('Every query has its cache time and its stale time', () => {
  const client = createQueryClient()
  const rules = (key: readonly string[]) => client.defaultQueryOptions({ queryKey: key })
  expect(rules(['anything'])).toMatchObject({ gcTime: HOUR_MS })
  expect(rules(queryKeys.user)).toMatchObject({ gcTime: HOUR_MS, staleTime: HOUR_MS, retry: false })
  expect(rules([...queryKeys.posts, 'amy'])).toMatchObject({
    gcTime: 5 * MINUTE_MS,
    staleTime: Number.POSITIVE_INFINITY,
  })
  expect(rules([...queryKeys.stories, 'amy'])).toMatchObject({
    gcTime: 2 * MINUTE_MS,
    staleTime: 30_000,
    refetchInterval: MINUTE_MS,
  })
  expect(rules(queryKeys.my_stories)).toMatchObject({
    gcTime: 5 * MINUTE_MS,
    staleTime: MINUTE_MS,
    refetchInterval: false,
  })
  expect(rules([...queryKeys.conversations, '1'])).toMatchObject({
    gcTime: 5 * MINUTE_MS,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  })
})

test('The cache is empty after the session has ended', () => {
  fakeBrowser()
  const client = createQueryClient()
  followSession(client)
  storeToken('amy')
  client.setQueryData(queryKeys.user, { username: 'amy' })
  client.setQueryData(queryKeys.posts, ['a protected one'])
  clearToken()
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('A page without a session deletes what the last one has left for the worker', () => {
  fakeBrowser()
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 })
  followSession(createQueryClient())
  expect(deleted).toEqual([SAVED_FEED_CACHE, PUSH_DEVICE_CACHE])
})

test('When another tab changes the session, the current user is fetched again', () => {
  const browser = fakeBrowser()
  const client = createQueryClient()
  followSession(client)
  storeToken('amy')
  client.setQueryData(queryKeys.user, { username: 'amy' })
  browser.otherTabStores('auth_token', 'bob')
  expect(client.getQueryState(queryKeys.user)?.isInvalidated).toBe(true)
})
