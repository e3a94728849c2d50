import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesced } from './inbox-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Ten events in a row ask for the lists once', async () => {
  const task = vi.fn().mockResolvedValue(undefined)
  const ask = coalesced(task, 150)
  for (let times = 0; times < 10; times += 1) ask()
  expect(task).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(task).toHaveBeenCalledTimes(1)
})

test('What happens while the lists are on their way is asked for afterwards, once', async () => {
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

test('Lists that did not come do not keep the next event from asking', async () => {
  const task = vi.fn().mockRejectedValueOnce(new Error('network')).mockResolvedValue(undefined)
  const ask = coalesced(task, 150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  ask()
  await vi.advanceTimersByTimeAsync(150)
  expect(task).toHaveBeenCalledTimes(2)
})
