import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
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

test('A protected path that is not relative to the API gets no token and no request', async () => {
  for (const path of ['.evil.test/x', '@evil.test/x', 'https://evil.test/x', '']) {
    await expect(fetchProtected(path, never)).rejects.toThrow('root')
  }
  expect(ask).not.toHaveBeenCalled()
})

test('The token is sent only to the API: redirects are not followed, and the bytes are not cached', async () => {
  ask.mockResolvedValue(answered(200))
  await fetchProtected(PATH, never)
  expect(ask).toHaveBeenCalledExactlyOnceWith(`/api${PATH}`, {
    signal: never,
    headers: { Authorization: 'token' },
    redirect: 'error',
    cache: 'no-store',
  })
})

test('A refused token ends the session', async () => {
  ask.mockResolvedValue(answered(401))
  const error = await fetchProtected(PATH, never).catch((reason: unknown) => reason)
  expect([sessionToken(), isDenial(error)]).toEqual([null, false])
})

test('A new token in a response with a picture is stored, unless it comes from another origin', async () => {
  ask.mockResolvedValueOnce(answered(200, { authorization: 'foreign' }, 'https://evil.test/x'))
  await fetchProtected(PATH, never)
  expect(sessionToken()).toBe('token')
  ask.mockResolvedValueOnce(answered(200, { authorization: 'fresh' }))
  await fetchProtected(PATH, never)
  expect(sessionToken()).toBe('fresh')
})

test('Refused bytes are a denial of access; a server error and a lost connection are not', async () => {
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

const busy = () =>
  Object.defineProperty(new Response('{"code":"busy"}', { status: 503, headers: { 'retry-after': '5' } }), 'url', {
    value: `https://loge.test/api${PATH}`,
  })

test('A picture that the server has no time for is asked for again when the server said, four times at most', async () => {
  vi.useFakeTimers()
  ask.mockResolvedValueOnce(busy()).mockResolvedValueOnce(answered(200))
  const shown = fetchProtected(PATH, never)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_100)
  expect((await shown).size).toBe(2)

  ask.mockReset().mockImplementation(async () => busy())
  const refused = fetchProtected(PATH, never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toMatchObject({ status: 503 })
  expect(ask).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

test('Nobody waits for a picture that is out of view again', async () => {
  ask.mockResolvedValue(busy())
  const controller = new AbortController()
  const given_up = fetchProtected(PATH, controller.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  controller.abort()
  expect(await given_up).toMatchObject({ name: 'AbortError' })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('A public picture that was deleted is told apart from one that failed to load', async () => {
  ask.mockResolvedValueOnce(answered(404))
  expect(await isGone(PATH)).toBe(true)
  ask.mockResolvedValueOnce(answered(502))
  expect(await isGone(PATH)).toBe(false)
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await isGone(PATH)).toBe(false)
  expect(ask.mock.calls[0]?.[1]?.headers).toBeUndefined()
})
