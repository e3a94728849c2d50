import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { oneAtATime } from './use-single-mutation.ts'

test('A second press while the first is on its way sends nothing; once it is answered, the next press does', async () => {
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

test('A press that failed can be pressed again, also when nobody looks at what came of it any more', async () => {
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

test('What is on its way is not forgotten by somebody who leaves right after the press; what is over is', async () => {
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
