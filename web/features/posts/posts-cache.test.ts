import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { aList, aPost } from '#tests/support/web/post-fixtures.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { createQueryClient } from '#web/lib/queries/query-client.ts'
import { changePost, dropPost, endAccess, findListedPost, type PostPage, postsKey, postsOf } from './posts-cache.ts'

const FIRST = aPost({ id: '01939d2a-0000-7000-8000-000000000002', description: 'First' })
const SECOND = aPost({ id: '01939d2a-0000-7000-8000-000000000001', description: 'Second' })
let client: QueryClient

beforeEach(() => {
  fakeBrowser()
  client = createQueryClient()
})

afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

function listed(username?: string): string[] {
  return postsOf(client, client.getQueryData(postsKey(username))).map(({ description }) => description)
}

/** A list whose pages arrive when the test says so. */
function openList() {
  const pages: ((page: Omit<PostPage, 'asked_at'>) => void)[] = []
  const list = new InfiniteQueryObserver(client, {
    queryKey: postsKey(),
    initialPageParam: undefined as string | undefined,
    queryFn: () => {
      const asked_at = logicalTime()
      return new Promise<PostPage>((resolve) => pages.push((page) => resolve({ ...page, asked_at })))
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return { list, pages, close: list.subscribe(() => {}) }
}

test('A changed post is changed in every list, in any letter case of the username', () => {
  client.setQueryData(postsKey(), aList([FIRST, SECOND]))
  client.setQueryData(postsKey('Amy'), aList([SECOND]))
  changePost(client, SECOND.id, (post) => ({ ...post, description: 'Changed' }))
  expect([listed(), listed('amy')]).toEqual([['First', 'Changed'], ['Changed']])
})

test('A change during a request for the next page is not undone by the response, and a deleted post does not come back', async () => {
  const { list, pages, close } = openList()
  await vi.waitFor(() => expect(pages).toHaveLength(1))
  pages[0]?.({ rows: [FIRST, SECOND], next: 'more' })
  await vi.waitFor(() => expect(listed()).toEqual(['First', 'Second']))

  const nextPage = list.fetchNextPage()
  await vi.waitFor(() => expect(pages).toHaveLength(2))
  changePost(client, FIRST.id, (post) => ({ ...post, description: 'Changed' }))
  dropPost(client, SECOND.id)
  expect(listed()).toEqual(['Changed'])
  pages[1]?.({ rows: [aPost({ id: '01939d2a-0000-7000-8000-000000000000', description: 'Third' })], next: null })
  await nextPage
  expect(listed()).toEqual(['Changed', 'Third'])
  close()
})

test('A list that is fetched after a change replaces it', async () => {
  client.setQueryData(postsKey(), aList([FIRST]))
  changePost(client, FIRST.id, (post) => ({ ...post, description: 'Changed' }))
  client.setQueryData(postsKey(), aList([FIRST], logicalTime()))
  expect(listed()).toEqual(['First'])
})

test('When access ends, the path of the picture is removed from every list at once, and the lists are fetched again', async () => {
  const open = aPost({ protected: true, accessible_until: '2026-01-01T00:00:00.000Z' })
  client.setQueryData(postsKey(), aList([open]))
  client.setQueryData(postsKey('amy'), aList([open]))
  endAccess(client, open.id)
  expect(findListedPost(client, open.id)).toMatchObject({ file: null, accessible_until: null })
  expect(JSON.stringify(client.getQueriesData({ queryKey: ['posts'] }))).not.toContain(open.file)
  const isAskedAgain = client
    .getQueryCache()
    .findAll({ queryKey: ['posts'] })
    .map(({ state }) => state.isInvalidated)
  expect(isAskedAgain).toEqual([true, true])
})
