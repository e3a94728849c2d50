import type { Profile } from '#contract/profiles.ts'
import { useStoriesQuery } from '#web/features/stories/queries.ts'
import { groupOf, groupsOf, type Ring } from '#web/features/stories/story-groups.ts'

/** Who has stories up, by the strip's own list. */
export function useStoryRings(): (profile_id: string) => Ring | undefined {
  const { stories } = useStoriesQuery('everyone')
  const rings = new Map(groupsOf(stories).map(({ creator, ring }) => [creator.id, ring]))
  return (profile_id) => rings.get(profile_id)
}

/** The stories of one profile. It knows them too, so that the ring does not come later than the portrait. */
export function useStoriesOf({ id, stories: known }: Pick<Profile, 'id' | 'stories'>, viewer_id: string) {
  const of = id === viewer_id ? 'me' : { profile_id: id }
  const { stories, isPending } = useStoriesQuery(of)
  return { of, group: groupOf(isPending ? known : stories) } as const
}
