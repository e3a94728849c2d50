import type { QueryClient } from '@tanstack/react-query'
import type { Story } from '#contract/stories.ts'
import { changeLog, moment } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Whose stories a list holds: everyone's, one's own, or one creator's. */
export type StoriesOf = 'everyone' | 'me' | { profile_id: string }

export function storiesKey(of: StoriesOf): readonly string[] {
  if (of === 'me') return queryKeys.my_stories
  return of === 'everyone' ? [...queryKeys.stories, 'all'] : [...queryKeys.stories, 'of', of.profile_id]
}

/** What was changed here: a list that was asked for before says otherwise when it comes. */
const changes = changeLog<Story>()

/** Asks for a list of stories, which comes with what has changed here meanwhile. */
export async function fetchStories(client: QueryClient, ask: () => Promise<Story[]>): Promise<Story[]> {
  const asked_at = moment()
  return changes.replay(client, { rows: await ask(), asked_at }).rows
}

/** Marks a story as seen wherever it is listed. The order changes when the lists are next fetched, not under one's eyes. */
export function markSeen(client: QueryClient, id: string): void {
  changeLists(client, (stories) => stories.map((story) => (story.id === id ? { ...story, seen: true } : story)))
}

/** Takes a story out of every list. */
export function dropStory(client: QueryClient, id: string): void {
  changeLists(client, (stories) => stories.filter((story) => story.id !== id))
}

/** What is changed by hand is no newer for it: the time a story has left counts from when the server said it. */
function changeLists(client: QueryClient, change: (stories: Story[]) => Story[]): void {
  changes.add(client, change)
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.stories })) {
    const { dataUpdatedAt: updatedAt } = query.state
    client.setQueryData<Story[]>(query.queryKey, (stories) => stories && change(stories), { updatedAt })
  }
}
