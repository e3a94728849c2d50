import { VIDEO_PATH_MARKS } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'

export type Ring = 'new' | 'seen'

/** The stories of one creator, as they stand in the strip. */
export interface StoryGroup {
  creator: Story['profile']
  stories: readonly Story[]
  ring: Ring
  /** Where looking begins: at the first that is new and can be seen, or at the first of all. */
  first: Story
  /** The one whose picture is shown, or null when all of them are locked. */
  cover: Story | null
}

/** In the order of the list, which is the server's. */
export function groupsOf(stories: readonly Story[]): StoryGroup[] {
  const byCreator = new Map<string, Story[]>()
  for (const story of stories) byCreator.set(story.profile.id, [...(byCreator.get(story.profile.id) ?? []), story])
  return [...byCreator.values()].flatMap((own) => groupOf(own) ?? [])
}

/** New by the server's rule, which also orders the list: a curtain nobody can look behind does not make seen creators new again. */
export function groupOf(own: readonly Story[]): StoryGroup | null {
  const [oldest] = own
  if (!oldest) return null
  const open = own.filter(({ accessible }) => accessible)
  const unseen = open.find(({ seen }) => !seen)
  const isNew = unseen !== undefined || open.length === 0
  const cover = unseen ?? open[0] ?? null
  return { creator: oldest.profile, stories: own, ring: isNew ? 'new' : 'seen', first: unseen ?? oldest, cover }
}

export function isVideo(path: string): boolean {
  return VIDEO_PATH_MARKS.some((mark) => path.includes(mark))
}

/** What is left of a story, in hours: as the server said it, less what has passed since, whatever this machine's clock says. */
export function hoursLeft({ time_remaining }: Pick<Story, 'time_remaining'>, fetched_at: number, now: number): number {
  return time_remaining - Math.max(0, now - fetched_at) / HOUR_MS
}

/** For how many hours this viewer may still see it. Both ends are the server's, so that no other clock is asked. */
export function accessLeft(story: Story, fetched_at: number, now: number): number {
  const { accessible, accessible_until, expires_at } = story
  if (!accessible) return 0
  const left = hoursLeft(story, fetched_at, now)
  return accessible_until === null ? left : left - (Date.parse(expires_at) - Date.parse(accessible_until)) / HOUR_MS
}
