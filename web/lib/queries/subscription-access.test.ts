import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKeys } from './query-keys.ts'
import { subscriptionChanged, subscriptionEnded } from './subscription-access.ts'

const AFFECTED = {
  feed: [...queryKeys.posts, 'all'],
  stories: [...queryKeys.stories, 'all'],
  profile: [...queryKeys.profiles, 'amy'],
  can_message: [...queryKeys.can_message, 'amy'],
  subscriptions: queryKeys.subscriptions,
}
const OTHERS = { user: queryKeys.user, notices: queryKeys.notices, lists: queryKeys.conversation_lists }

test.each([
  ['is granted or revoked', subscriptionChanged],
  ['ends', subscriptionEnded],
])('When a subscription %s, all queries that depend on it are invalidated, and no others', (_, tell) => {
  const client = new QueryClient()
  for (const key of Object.values({ ...AFFECTED, ...OTHERS })) client.setQueryData(key, {})
  tell(client)
  const isOutdated = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated
  expect(Object.values(AFFECTED).map(isOutdated)).toEqual(Object.values(AFFECTED).map(() => true))
  expect(Object.values(OTHERS).map(isOutdated)).toEqual(Object.values(OTHERS).map(() => false))
})

/** The number of requests for the feed when a subscription changes twice during a pending request. */
function requestsOf(tell: (client: QueryClient) => void): number {
  const client = new QueryClient()
  client.setQueryData(AFFECTED.feed, [])
  let requests = 0
  const queryFn = () => {
    requests += 1
    return new Promise<never>(() => {})
  }
  const close = new QueryObserver(client, {
    queryKey: AFFECTED.feed,
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {})
  tell(client)
  tell(client)
  close()
  client.clear()
  return requests
}

test('Posts whose access ends at the same time share one request; a new subscription cancels pending requests', () => {
  expect(requestsOf(subscriptionEnded)).toBe(1)
  expect(requestsOf(subscriptionChanged)).toBe(2)
})
