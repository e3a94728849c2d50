import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/** The queries whose answers depend on the viewer's subscriptions. */
const DEPENDENT_KEYS = [
  queryKeys.posts,
  queryKeys.stories,
  queryKeys.profiles,
  queryKeys.can_message,
  queryKeys.subscriptions,
]

/** Invalidates the dependent queries after staff have granted a subscription or taken one back. Pending requests are cancelled, because they were sent before. */
export function subscriptionChanged(client: QueryClient): void {
  invalidate(client, { cancelRefetch: true })
}

/**
 * Invalidates the dependent queries after a subscription has ended or may have ended. All posts of a creator call this at
 * the same time, so pending requests are reused.
 */
export function subscriptionEnded(client: QueryClient): void {
  invalidate(client, { cancelRefetch: false })
}

function invalidate(client: QueryClient, options: { cancelRefetch: boolean }): void {
  for (const queryKey of DEPENDENT_KEYS) void client.invalidateQueries({ queryKey }, options)
}
