import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { oneAtATime } from './use-single-mutation.ts'

test('A second press during a pending mutation sends nothing, and a press after the response does', async () => {
  const answers: ((text: string) => void)[] = []
  const observer = new MutationObserver(createQueryClient(), {
    mutationFn: () => new Promise<string>((answer) => answers.push(answer)),
  })
  const once = oneAtATime()
  const press = () => once.start(() => observer.mutate())

  press()
  press()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  press()
  answers[0]?.('done')
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  expect(answers).toHaveLength(1)

  press()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
})

test('A press after a failed mutation sends again, also if the mutation was reset', async () => {
  const send = vi.fn(() => Promise.reject(new Error('no connection')))
  const observer = new MutationObserver(createQueryClient(), { mutationFn: send })
  const once = oneAtATime()
  const press = () => once.start(() => observer.mutate())

  press()
  observer.reset()
  await vi.waitFor(() => {
    press()
    expect(send).toHaveBeenCalledTimes(2)
  })
})

test('A pending mutation is not reset when the component unmounts, and a finished one is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const once = oneAtATime()
  const forget = vi.fn()
  once.start(() => promise)
  once.whenIdle(forget)
  expect(forget).not.toHaveBeenCalled()
  resolve()
  await vi.waitFor(() => {
    once.whenIdle(forget)
    expect(forget).toHaveBeenCalled()
  })
})
