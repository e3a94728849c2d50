import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesced, spreadOver } from './coalesced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('Ten live events in a row cause one request for the lists of conversations', async () => {
  const task = vi.fn().mockResolvedValue(undefined)
  const ask = coalesced(task, () => 150)
  for (let times = 0; times < 10; times += 1) ask()
  expect(task).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).toHaveBeenCalledTimes(1)
})

test('Live events during a pending request for the lists cause one more request afterwards', async () => {
  const answers: (() => void)[] = []
  const task = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)))
  const ask = coalesced(task, () => 150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  ask()
  ask()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).toHaveBeenCalledTimes(2)
})

test('A failed request for the lists does not prevent the request after the next live event', async () => {
  const task = vi.fn().mockRejectedValueOnce(new Error('network')).mockResolvedValue(undefined)
  const ask = coalesced(task, () => 150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  expect(task).toHaveBeenCalledTimes(2)
})

/** A random generator that begins at the same number each time (a linear congruential one). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const SPREAD = { from_ms: 0, to_ms: 2000, hidden_to_ms: 10_000 }

/** How many of a thousand open pages ask in each tenth of a second after one event, which all hear in the same moment. */
async function requestsAfterOneEvent(): Promise<number[]> {
  const [random, tenths] = [seeded(23), [] as number[]]
  const began = Date.now()
  const task = async () => {
    const tenth = Math.floor((Date.now() - began) / 100)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  const pages = Array.from({ length: 1000 }, () => coalesced(task, spreadOver(SPREAD, random)))
  for (const hear of pages) hear()
  await vi.advanceTimersByTimeAsync(SPREAD.hidden_to_ms)
  return Array.from(tenths, (count = 0) => count)
}

test('A thousand open pages that hear of one event in the same moment ask evenly over two seconds, each once', async () => {
  vi.stubGlobal('document', { hidden: false })
  const requests = await requestsAfterOneEvent()
  expect(requests.reduce((all, count) => all + count)).toBe(1000)
  expect(requests).toHaveLength(20)
  expect(Math.max(...requests)).toBeLessThan(100)
})

test('Hidden tabs take ten seconds for it', async () => {
  vi.stubGlobal('document', { hidden: true })
  const requests = await requestsAfterOneEvent()
  expect(requests.reduce((all, count) => all + count)).toBe(1000)
  expect(requests).toHaveLength(100)
  expect(Math.max(...requests)).toBeLessThan(25)
})

test('A page that hears again while it waits asks once, for all of it', async () => {
  const task = vi.fn().mockResolvedValue(undefined)
  const hear = coalesced(
    task,
    spreadOver(SPREAD, () => 0.5),
  )
  hear()
  await vi.advanceTimersByTimeAsync(999)
  hear()
  expect(task).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(SPREAD.hidden_to_ms)
  expect(task).toHaveBeenCalledTimes(1)
})
