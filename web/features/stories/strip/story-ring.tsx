import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { useStoriesQuery } from '#web/features/stories/queries.ts'
import { groupOf, groupsOf, type Ring } from '#web/features/stories/story-groups.ts'
import { StoryOverlay } from '#web/features/stories/viewer/story-overlay.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'

/** Tells for any creator which ring to draw, from the list that the strip has loaded already. */
export function useStoryRings(): (profile_id: string) => Ring | undefined {
  const { stories } = useStoriesQuery('everyone')
  const rings = new Map(groupsOf(stories).map(({ creator, ring }) => [creator.id, ring]))
  return (profile_id) => rings.get(profile_id)
}

/**
 * The stories of one profile. Until they are loaded, those in the profile's response count, so that the ring appears
 * with the portrait.
 */
export function useStoriesOf({ id, stories: known }: Pick<Profile, 'id' | 'stories'>, viewer_id: string) {
  const of = id === viewer_id ? 'me' : { profile_id: id }
  const { stories, isPending } = useStoriesQuery(of)
  return { of, group: groupOf(isPending ? known : stories) } as const
}

interface StoryRingProps {
  profile: Pick<Profile, 'id' | 'username' | 'stories'>
  viewer_id: string
  /** Render prop: draws the portrait, with this ring. */
  children: (ring: Ring | undefined) => ReactNode
}

/** Wraps the portrait of a profile. If the creator has stories, it has a ring and links to them. */
export function StoryRing({ profile, viewer_id, children }: StoryRingProps) {
  const { t } = useTranslation()
  const storyLink = useOverlayLink('story')
  const { of, group } = useStoriesOf(profile, viewer_id)
  const label = group && [t('stories.open', { name: profile.username }), t(`stories.ring_${group.ring}`)]
  return (
    <>
      {group && label ? (
        <Link {...storyLink(group.first.id)} aria-label={label.join(', ')} className="block arch-ring-link">
          {children(group.ring)}
        </Link>
      ) : (
        children(undefined)
      )}
      <StoryOverlay of={of} viewer_id={viewer_id} />
    </>
  )
}
