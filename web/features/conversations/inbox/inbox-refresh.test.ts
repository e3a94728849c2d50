import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesced } from './inbox-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Ten live events in a row cause one request for the lists of conversations', async () => {
  const task = vi.fn().mockResolvedValue(undefined)
  const ask = coalesced(task, 150)
  for (let times = 0; times < 10; times += 1) ask()
  expect(task).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).toHaveBeenCalledTimes(1)
})

test('Live events during a pending request for the lists cause one more request afterwards', async () => {
  const answers: (() => void)[] = []
  const task = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)))
  const ask = coalesced(task, 150)
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
  const ask = coalesced(task, 150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  expect(task).toHaveBeenCalledTimes(2)
})
