import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkError } from './chunk-timeout.ts'
import { lazyPage } from './lazy-route.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function Page() {
  return null
}

// Spec 9.38
test('A page that does not load is given up after 120 seconds, and not before', async () => {
  const outcome = vi.fn()
  lazyPage(() => new Promise<{ Page: typeof Page }>(() => {}), 'Page')().catch(outcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(ChunkError)
})

test('A page chunk that a newer release has removed causes a ChunkError', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module')
  const loading = lazyPage(() => Promise.reject<{ Page: typeof Page }>(missing), 'Page')()
  await expect(loading).rejects.toBeInstanceOf(ChunkError)
  await expect(loading).rejects.toMatchObject({ cause: missing })
})

test('A page that loads is rendered, and its timeout is cleared', async () => {
  await expect(lazyPage(async () => ({ Page }), 'Page')()).resolves.toEqual({ Component: Page })
  expect(vi.getTimerCount()).toBe(0)
})
