import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { useStoryAddress } from '#web/features/stories/story-address.ts'
import type { Ring } from '#web/features/stories/story-groups.ts'
import { StoryOverlay } from '#web/features/stories/viewer/story-overlay.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useStoriesOf } from './story-rings.ts'

interface StoryRingProps {
  profile: Pick<Profile, 'id' | 'username' | 'stories'>
  viewer_id: string
  /** Draws the portrait, with the ring if there is one. */
  children: (ring: Ring | undefined) => ReactNode
}

/** Around the portrait of a profile: with stories up it has the ring, and leads to them. */
export function StoryRing({ profile, viewer_id, children }: StoryRingProps) {
  const { t } = useTranslation()
  const { linkTo } = useStoryAddress()
  const { of, group } = useStoriesOf(profile, viewer_id)
  const said = group && [t('stories.open', { name: profile.username }), t(`stories.ring_${group.ring}`)]
  return (
    <>
      {group && said ? (
        <Link {...linkTo(group.first.id)} aria-label={said.join(', ')} className="block arch-ring-link">
          {children(group.ring)}
        </Link>
      ) : (
        children(undefined)
      )}
      <StoryOverlay of={of} viewer_id={viewer_id} />
    </>
  )
}
