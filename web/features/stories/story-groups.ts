import type { Story } from '#contract/stories.ts'

export type Ring = 'new' | 'seen'

/** The stories of one creator: one tile in the strip. */
export interface StoryGroup {
  creator: Story['profile']
  stories: readonly Story[]
  ring: Ring
  /** The story that the tile opens: the first unseen one that the viewer may see, otherwise the first one. */
  first: Story
  /** The story whose media the tile shows; null if all are locked. */
  cover: Story | null
}

/** Groups a list by creator. The groups keep the order of the list, which the server decides. */
export function groupsOf(stories: readonly Story[]): StoryGroup[] {
  const byCreator = new Map<string, Story[]>()
  for (const story of stories) byCreator.set(story.profile.id, [...(byCreator.get(story.profile.id) ?? []), story])
  return [...byCreator.values()].flatMap((stories) => groupOf(stories) ?? [])
}

/**
 * The ring follows the rule by which the server orders the list: locked stories count only if the creator has no other,
 * so that a locked story does not mark a creator as new again whose visible stories were all seen.
 */
export function groupOf(stories: readonly Story[]): StoryGroup | null {
  const [oldest] = stories
  if (!oldest) return null
  const visible = stories.filter(({ accessible }) => accessible)
  const unseen = visible.find(({ seen }) => !seen)
  const isNew = unseen !== undefined || visible.length === 0
  const cover = unseen ?? visible[0] ?? null
  return { creator: oldest.profile, stories, ring: isNew ? 'new' : 'seen', first: unseen ?? oldest, cover }
}

const VIDEO_PATH_MARKS = ['.mp4', '.mov'] as const

export function isVideo(path: string): boolean {
  return VIDEO_PATH_MARKS.some((mark) => path.includes(mark))
}
