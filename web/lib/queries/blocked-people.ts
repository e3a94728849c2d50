import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/** The queries whose answers depend on whom the viewer blocks or mutes. */
const DEPENDENT_KEYS = [
  queryKeys.blocks,
  queryKeys.mutes,
  queryKeys.posts,
  queryKeys.post_counts,
  queryKeys.stories,
  queryKeys.profiles,
  queryKeys.creators,
  queryKeys.conversations,
  queryKeys.subscriptions,
]

/** Fetches again what depends on blocks and mutes, after one began or ended. Pending requests are cancelled. */
export async function blocksChanged(client: QueryClient): Promise<void> {
  await Promise.all(DEPENDENT_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
}
