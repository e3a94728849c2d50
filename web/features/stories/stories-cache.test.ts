import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { fetchStories, markSeen, storiesKey } from './stories-cache.ts'

const ALL = storiesKey('everyone')
const UNSEEN = [{ id: 'a', seen: false }] as Story[]

/** Requests everyone's stories; the response arrives when the test says so. */
function ask(client: QueryClient) {
  const { promise, resolve, reject } = Promise.withResolvers<Story[]>()
  const asked = client
    .fetchQuery({ queryKey: ALL, queryFn: () => fetchStories(client, () => promise), retry: false })
    .catch(() => null)
  return { asked, resolve, reject }
}

test('A story that is seen while the strip is loading is marked as seen when the strip arrives', async () => {
  const client = new QueryClient()
  const { asked, resolve } = ask(client)
  markSeen(client, 'a')
  expect(client.getQueryState(ALL)?.fetchStatus).toBe('fetching')
  resolve(UNSEEN)
  await asked
  expect(client.getQueryData(ALL)).toEqual([{ id: 'a', seen: true }])
})

test('A story that is seen while the strip is refetched is marked as seen in the response', async () => {
  const client = new QueryClient()
  client.setQueryData(ALL, UNSEEN)
  const { asked, resolve } = ask(client)
  markSeen(client, 'a')
  resolve([...UNSEEN, { id: 'b', seen: false } as Story])
  await asked
  expect(client.getQueryData(ALL)).toEqual([
    { id: 'a', seen: true },
    { id: 'b', seen: false },
  ])
})

test('A story stays marked as seen if the refetch of the strip fails', async () => {
  const client = new QueryClient()
  client.setQueryData(ALL, UNSEEN)
  const { asked, reject } = ask(client)
  markSeen(client, 'a')
  reject(new Error('No connection'))
  await asked
  expect(client.getQueryData(ALL)).toEqual([{ id: 'a', seen: true }])
})
