import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { createQueryClient } from '#web/lib/queries/query-client.ts'
import { refetchFailed } from './refetch-failed.ts'

test('After a reconnect, only failed queries of the open page are fetched again', async () => {
  const client = createQueryClient()
  let isBack = false
  const refusal = new ApiError(403, { error: 'No', code: 'forbidden' }, null)
  const answer = vi.fn((name: unknown) => {
    if (name === 'refused') return Promise.reject(refusal)
    return isBack || name === 'there' ? Promise.resolve(name) : Promise.reject(new TypeError('Failed to fetch'))
  })
  const watch = (name: string) =>
    new QueryObserver(client, { queryKey: [name], queryFn: () => answer(name), retry: false }).subscribe(() => {})
  watch('failed')
  watch('there')
  watch('refused')
  const leave = watch('left')
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(4))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  leave()
  answer.mockClear()
  isBack = true

  await refetchFailed(client)
  expect(client.getQueryData(['failed'])).toBe('failed')
  expect(answer.mock.calls).toEqual([['failed']])
})
