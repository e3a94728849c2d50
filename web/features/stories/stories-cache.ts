import type { QueryClient } from '@tanstack/react-query'
import type { Story } from '#contract/stories.ts'
import { changeLog, logicalTime } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Whose stories a list contains: everyone's, the user's own, or one creator's. */
export type StoriesOf = 'everyone' | 'me' | { profile_id: string }

export function storiesKey(of: StoriesOf): readonly string[] {
  if (of === 'me') return queryKeys.my_stories
  return of === 'everyone' ? [...queryKeys.stories, 'all'] : [...queryKeys.stories, 'of', of.profile_id]
}

/** Local changes, which are replayed over lists that were requested before them (see `lib/queries/freshness.ts`). */
const changes = changeLog<Story>()

/** Fetches a list, and replays the local changes that were made during the request. */
export async function fetchStories(client: QueryClient, request: () => Promise<Story[]>): Promise<Story[]> {
  const asked_at = logicalTime()
  return changes.replay(client, { rows: await request(), asked_at }).rows
}

/**
 * Marks a story as seen in every list. The order stays until the next fetch, so that tiles do not move while the user
 * looks at them.
 */
export function markSeen(client: QueryClient, id: string): void {
  changeLists(client, (stories) => stories.map((story) => (story.id === id ? { ...story, seen: true } : story)))
}

/** Removes a story from every list. */
export function dropStory(client: QueryClient, id: string): void {
  changeLists(client, (stories) => stories.filter((story) => story.id !== id))
}

/**
 * Keeps `dataUpdatedAt`, because the remaining time of a story counts from the server's response, not from a local
 * change.
 */
function changeLists(client: QueryClient, change: (stories: Story[]) => Story[]): void {
  changes.add(client, change)
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.stories })) {
    const { dataUpdatedAt: updatedAt } = query.state
    client.setQueryData<Story[]>(query.queryKey, (stories) => stories && change(stories), { updatedAt })
  }
}
