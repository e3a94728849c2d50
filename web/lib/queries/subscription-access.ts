import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/** Everything that the server answers differently once a subscription begins or ends. */
const HANGS_ON_SUBSCRIPTION = [
  queryKeys.posts,
  queryKeys.stories,
  queryKeys.profiles,
  queryKeys.can_message,
  queryKeys.subscriptions,
]

/** Invalidates what hangs on a subscription, because one has begun: answers on their way were asked for before that. */
export function subscriptionBegan(client: QueryClient): void {
  invalidate(client, { cancelRefetch: true })
}

/**
 * Invalidates what hangs on a subscription, because one has ended or may have ended. Every post of a creator says so at
 * the same time: they share one request.
 */
export function subscriptionEnded(client: QueryClient): void {
  invalidate(client, { cancelRefetch: false })
}

function invalidate(client: QueryClient, options: { cancelRefetch: boolean }): void {
  for (const queryKey of HANGS_ON_SUBSCRIPTION) void client.invalidateQueries({ queryKey }, options)
}
