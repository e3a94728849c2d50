import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { whenServerRecovers } from './server-recovery.ts'

const back = vi.fn()
let stop = () => {}

/** The answers of the server, one per request. After the last one it does not answer. */
function serverSays(...answers: Response[]) {
  const asked = vi.fn(async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

const here = () => new Response('{}')
const starting = () => new Response('{"error":"Not yet"}', { status: 503 })

beforeEach(() => {
  fakeBrowser()
  vi.useFakeTimers()
  back.mockClear()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('A server that answers at once is not polled', async () => {
  const asked = serverSays(here(), here())
  stop = whenServerRecovers(back)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(back).not.toHaveBeenCalled()
  expect(asked).toHaveBeenCalledTimes(1)
})

test('A server that does not answer is polled until it recovers, and that is reported once', async () => {
  serverSays()
  stop = whenServerRecovers(back)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(back).not.toHaveBeenCalled()
  const asked = serverSays(starting(), here(), here())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(back).toHaveBeenCalledTimes(1)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('Polling stops when the page is left, and nothing is reported', async () => {
  serverSays()
  stop = whenServerRecovers(back)
  await vi.advanceTimersByTimeAsync(1000)
  stop()
  const asked = serverSays(here())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(back).not.toHaveBeenCalled()
  expect(asked).not.toHaveBeenCalled()
})
