import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/fake-browser.ts'
import { fetchProtected, isDenial, isGone } from './protected-media.ts'
import { clearToken, sessionToken, storeToken } from './session.ts'

const PATH = '/media/01939d2a-0000-7000-8000-0000000000ff?w=960'
const never = new AbortController().signal
const ask = vi.fn<typeof fetch>()

beforeEach(() => {
  fakeBrowser()
  ask.mockReset()
  vi.stubGlobal('fetch', ask)
  storeToken('token')
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

/** A response with a URL, which `new Response` does not have. */
function answered(
  status: number,
  headers: Record<string, string> = {},
  url = `https://loge.test/api${PATH}`,
): Response {
  return Object.defineProperty(new Response('{}', { status, headers }), 'url', { value: url })
}

test('A path that is none gets no token and no request', async () => {
  for (const path of ['.evil.test/x', '@evil.test/x', 'https://evil.test/x', '']) {
    await expect(fetchProtected(path, never)).rejects.toThrow('root')
  }
  expect(ask).not.toHaveBeenCalled()
})

test('The token goes to the API alone: no redirect is followed, and no cache keeps the bytes', async () => {
  ask.mockResolvedValue(answered(200))
  await fetchProtected(PATH, never)
  expect(ask).toHaveBeenCalledExactlyOnceWith(`/api${PATH}`, {
    signal: never,
    headers: { Authorization: 'token' },
    redirect: 'error',
    cache: 'no-store',
  })
})

test('A token that is refused ends the session', async () => {
  ask.mockResolvedValue(answered(401))
  const error = await fetchProtected(PATH, never).catch((reason: unknown) => reason)
  expect([sessionToken(), isDenial(error)]).toEqual([null, false])
})

test('A new token that comes with a picture is kept, unless it comes from elsewhere', async () => {
  ask.mockResolvedValueOnce(answered(200, { authorization: 'foreign' }, 'https://evil.test/x'))
  await fetchProtected(PATH, never)
  expect(sessionToken()).toBe('token')
  ask.mockResolvedValueOnce(answered(200, { authorization: 'fresh' }))
  await fetchProtected(PATH, never)
  expect(sessionToken()).toBe('fresh')
})

test('A refusal of the bytes is a denial; a stumbling server and a lost connection are not', async () => {
  for (const [status, denied] of [
    [403, true],
    [404, true],
    [429, false],
    [503, false],
  ] as const) {
    ask.mockResolvedValueOnce(answered(status))
    expect(isDenial(await fetchProtected(PATH, never).catch((reason: unknown) => reason))).toBe(denied)
  }
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(isDenial(await fetchProtected(PATH, never).catch((reason: unknown) => reason))).toBe(false)
})

test('A public picture that is gone is told from one that did not come', async () => {
  ask.mockResolvedValueOnce(answered(404))
  expect(await isGone(PATH)).toBe(true)
  ask.mockResolvedValueOnce(answered(502))
  expect(await isGone(PATH)).toBe(false)
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await isGone(PATH)).toBe(false)
  expect(ask.mock.calls[0]?.[1]?.headers).toBeUndefined()
})
