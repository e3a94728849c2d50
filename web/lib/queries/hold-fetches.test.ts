import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { holdFetches } from './hold-fetches.ts'

it('What is fetched and what begins to be fetched is cancelled until it is released', async () => {
  const client = new QueryClient()
  const signals: AbortSignal[] = []
  const fetchNever = async (name: string) => {
    void client
      .fetchQuery({
        queryKey: [name],
        queryFn: ({ signal }) => {
          signals.push(signal)
          return new Promise(() => {})
        },
      })
      .catch(() => {})
    await vi.waitFor(() => expect(client.getQueryState([name])).toBeDefined())
  }
  await fetchNever('before')
  const release = await holdFetches(client)
  await fetchNever('while it holds')
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]))
  release()
  await fetchNever('after')
  expect(client.isFetching()).toBe(1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
  client.clear()
})
