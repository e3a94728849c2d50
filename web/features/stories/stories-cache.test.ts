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

test('Whoever sees a story while the strip is on its way gets the strip, with that story as seen', async () => {
  const client = new QueryClient()
  const { asked, resolve } = ask(client)
  markSeen(client, 'a')
  expect(client.getQueryState(ALL)?.fetchStatus).toBe('fetching')
  resolve(UNSEEN)
  await asked
  expect(client.getQueryData(ALL)).toEqual([{ id: 'a', seen: true }])
})

test('Whoever sees a story while the strip is fetched anew finds it seen in what comes', async () => {
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

test('A strip that does not come leaves the story seen in the one there is', async () => {
  const client = new QueryClient()
  client.setQueryData(ALL, UNSEEN)
  const { asked, reject } = ask(client)
  markSeen(client, 'a')
  reject(new Error('No connection'))
  await asked
  expect(client.getQueryData(ALL)).toEqual([{ id: 'a', seen: true }])
})
