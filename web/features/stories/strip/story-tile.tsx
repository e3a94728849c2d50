import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Story } from '#contract/stories.ts'
import { isVideo, type StoryGroup } from '#web/features/stories/story-groups.ts'
import { afterFirstView, isFirstViewShown } from '#web/lib/first-view.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { initialOf } from '#web/ui/pictures/initial-of.ts'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { useNearView } from '#web/ui/pictures/use-near-view.ts'
import { useProtectedPicture } from '#web/ui/pictures/use-protected-picture.ts'
import { VideoStill } from './video-still.tsx'

/** The tile of one creator in the strip. */
export function StoryTile({ group }: { group: StoryGroup }) {
  const { t } = useTranslation()
  const storyLink = useOverlayLink('story')
  const arch = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(isFirstViewShown)
  useNearView(arch, 0, isNear ? null : () => setNear(true))
  useEffect(() => afterFirstView(() => setNear(true)), [])
  const { ring, cover, first, creator } = group
  const name = creator.user.username
  const label = cover ? t(`ui.story_ring_${ring}`, { name }) : t(`stories.tile_locked_${ring}`, { name })
  return (
    <li className="w-20 flex-none md:w-23">
      <Link {...storyLink(first.id)} aria-label={label} className="block tile-link text-center">
        <span ref={arch} data-ring={ring} className="tile-ring h-26 md:h-29.5">
          <Arch ratio="strip">{cover ? isNear && <Cover key={cover.id} story={cover} /> : <SmallCurtain />}</Arch>
        </span>
        <span
          className={cx(
            'mt-2 block truncate text-small leading-tight font-medium',
            ring === 'seen' ? 'text-mute' : 'text-soft',
          )}
        >
          {name}
        </span>
      </Link>
    </li>
  )
}

/**
 * The picture of the story or a frame of its video. The creator's portrait replaces a picture that fails, and a video
 * until its frame is drawn.
 */
function Cover({ story }: { story: Story }) {
  const { media_path, protected: isProtected, profile } = story
  const [isBroken, setBroken] = useState(false)
  const hasVideo = media_path !== null && isVideo(media_path)
  const path = media_path === null || hasVideo || isBroken ? null : `${media_path}?w=480`
  const fetched = useProtectedPicture(isProtected ? path : null, () => setBroken(true))
  const picture = isProtected ? fetched : path && mediaUrl(path)
  if (picture) return <img src={picture} alt="" loading="lazy" onError={() => setBroken(true)} />
  if (path) return null
  return (
    <>
      <Portrait creator={profile} />
      {hasVideo && <VideoStill path={media_path} />}
    </>
  )
}

function Portrait({ creator: { profile_pic_path, user } }: { creator: Story['profile'] }) {
  if (profile_pic_path) return <img src={mediaUrl(profile_pic_path, 480)} alt="" className="object-face" />
  return (
    <span aria-hidden="true" className="grid size-full place-items-center bg-brass-wash t1 text-brass-ink">
      {initialOf(user.username)}
    </span>
  )
}

function SmallCurtain() {
  return (
    <span aria-hidden="true" className="curtain grid! size-full place-items-center">
      <span className="curtain-stage" />
      <Seal size="sm" />
    </span>
  )
}
