import type { QueryClient } from '@tanstack/react-query'
import type { ConversationSummary } from '#contract/conversations.ts'
import { logicalTime } from './freshness.ts'
import type { Pages } from './paged-query.ts'
import { queryKeys } from './query-keys.ts'

/** When a conversation changed last, as far as this page has heard of it. A long list asks for its row again. */
const changes = new WeakMap<QueryClient, Map<string, number>>()

export function markChanged(client: QueryClient, id: string): void {
  const known = changes.get(client) ?? new Map<string, number>()
  changes.set(client, known.set(id, logicalTime()))
}

/** What the lists show of a fan has changed. */
export function markChangedWith(client: QueryClient, username: string): void {
  for (const [, list] of client.getQueriesData<Pages<ConversationSummary>>({ queryKey: queryKeys.conversation_lists }))
    for (const { id, initiator } of list?.pages.flatMap(({ rows }) => rows) ?? [])
      if (initiator.username === username) markChanged(client, id)
}

/** Whether a conversation has changed after this logical time. */
export function hasChangedSince(client: QueryClient, id: string, time: number): boolean {
  return (changes.get(client)?.get(id) ?? 0) > time
}
