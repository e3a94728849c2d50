import { useStories } from './queries.ts'
import { groupsOf, type Ring } from './story-groups.ts'

/** Who has stories up, by the strip's own list. */
export function useStoryRings(): (profile_id: string) => Ring | undefined {
  const { stories } = useStories('everyone')
  const rings = new Map(groupsOf(stories).map(({ creator, ring }) => [creator.id, ring]))
  return (profile_id) => rings.get(profile_id)
}
