import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Picture, Post } from '#contract/posts.ts'
import { picturesOf } from '#web/features/posts/album/album-place.ts'
import { type PictureBox, sizesOf, thisScreen, widthFor } from '#web/features/posts/album/picture-boxes.ts'
import { endAccess } from '#web/features/posts/posts-cache.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { subscriptionEnded } from '#web/lib/queries/subscription-access.ts'
import { useExpiry } from '#web/lib/use-expiry.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cutText, TRUNCATE_AT } from '#web/ui/cut-text.ts'
import { Curtain, type CurtainProps } from '#web/ui/pictures/curtain.tsx'
import { MediaImage, type MediaImageProps } from '#web/ui/pictures/media-image.tsx'

export interface PostPictureProps extends Pick<MediaImageProps, 'width' | 'eager' | 'fit' | 'className'> {
  post: Pick<Post, 'id' | 'username' | 'file' | 'files' | 'accessible_until' | 'description' | 'protected'>
  /** Which of its pictures, from 0. */
  place?: number
  /** The boxes that the picture covers, which decide how wide it is fetched. */
  boxes?: readonly PictureBox[]
  /** The variant of the curtain: how much text it shows. */
  curtain?: CurtainProps['size']
}

/**
 * The picture of a post, or the curtain in its place. The curtain closes if access ends while the page is open, and opens
 * when the viewer gets access. Fills its parent, which must be `relative`.
 */
export function PostPicture({ post, place = 0, boxes, curtain: size = 'full', ...image }: PostPictureProps) {
  const client = useQueryClient()
  const picture = picturesOf(post)[place]
  const file = picture?.file ?? post.file
  const covered = useCoveredBoxes(boxes, picture)
  const [curtain, setCurtain] = useState<'closed' | 'opening' | 'gone'>(file === null ? 'closed' : 'gone')
  const refused = useRef<string | null>(null)
  useExpiry(file === null ? null : post.accessible_until, {
    onEnd: () => endAccess(client, post.id),
    onWrongClock: () => subscriptionEnded(client),
  })
  if (file === null && curtain !== 'closed') setCurtain('closed')

  function handleDenied() {
    // The second refusal of a picture that the list still contains: refetching the list again would never end.
    if (refused.current !== file) endAccess(client, post.id)
    else openCurtain()
    refused.current = file
  }

  function handleShown() {
    refused.current = null
    openCurtain()
  }

  function openCurtain() {
    if (curtain === 'closed') setCurtain('opening')
  }

  return (
    <>
      {file !== null && (
        <MediaImage
          {...covered}
          {...image}
          path={file}
          alt={picture?.alt || altOf(post.description)}
          isProtected={post.protected}
          onShown={handleShown}
          onDenied={handleDenied}
        />
      )}
      {curtain !== 'gone' && (
        <div inert={curtain === 'opening'} className="absolute inset-0">
          <LockedPicture
            username={post.username}
            size={size}
            opening={curtain === 'opening'}
            onOpened={() => setCurtain('gone')}
            className="size-full"
          />
        </div>
      )}
    </>
  )
}

/** What a picture needs to cover its boxes. The width is decided once: another one would be fetched anew. */
function useCoveredBoxes(boxes: readonly PictureBox[] | undefined, picture: Picture | undefined) {
  const [width] = useState(() => boxes && widthFor(boxes, picture, thisScreen()))
  if (!boxes || width === undefined) return undefined
  return { sizes: sizesOf(boxes, picture), width, ...(picture && { focus: picture.focus }) }
}

/** Without a text of its own, the alternative text is the description. It is only the beginning of the description, because the full text is beside the picture. */
function altOf(description: string): string {
  const beginning = cutText(description, TRUNCATE_AT)
  return beginning === null ? description : `${beginning}…`
}

interface LockedPictureProps extends Pick<CurtainProps, 'size' | 'opening' | 'onOpened' | 'className'> {
  /** The creator whose profile offers the subscription. */
  username: string
}

/** The curtain in place of a picture that this viewer may not see. No picture is behind it: nothing was fetched. */
function LockedPicture({ username, ...curtain }: LockedPictureProps) {
  const { t } = useTranslation()
  return (
    <Curtain
      {...curtain}
      action={
        <ButtonLink to={generatePath(paths.profile, { username })} variant="ivory" size="sm">
          {t('ui.subscribe_now')}
        </ButtonLink>
      }
    />
  )
}
