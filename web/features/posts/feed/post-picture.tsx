import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TRUNCATE_AT } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { endAccess } from '#web/features/posts/posts-cache.ts'
import { subscriptionEnded } from '#web/lib/queries/subscription-access.ts'
import { useExpiry } from '#web/lib/use-expiry.ts'
import { cutText } from '#web/ui/cut-text.ts'
import { MediaImage, type MediaImageProps } from '#web/ui/pictures/media-image.tsx'
import { LockedPicture, type LockedPictureProps } from './locked-picture.tsx'

export interface PostPictureProps extends Pick<MediaImageProps, 'sizes' | 'width' | 'eager' | 'fit' | 'className'> {
  post: Pick<Post, 'id' | 'username' | 'file' | 'accessible_until' | 'description' | 'protected'>
  /** How much the curtain says. */
  curtain?: LockedPictureProps['size']
}

/**
 * The picture of a post, or the curtain in front of it. The curtain closes when access ends while the page is open, and
 * parts when the picture becomes this viewer's to see. Fills its box, which is `relative`.
 */
export function PostPicture({ post, curtain: size = 'full', ...image }: PostPictureProps) {
  const client = useQueryClient()
  const { file } = post
  const [curtain, setCurtain] = useState<'closed' | 'opening' | 'gone'>(file === null ? 'closed' : 'gone')
  const refused = useRef<string | null>(null)
  useExpiry(file === null ? null : post.accessible_until, {
    onEnd: () => endAccess(client, post.id),
    onWrongClock: () => subscriptionEnded(client),
  })
  if (file === null && curtain !== 'closed') setCurtain('closed')

  function deny() {
    // Refused a second time though it is listed: asking for the list once more would go round in circles.
    if (refused.current !== file) endAccess(client, post.id)
    else part()
    refused.current = file
  }

  function show() {
    refused.current = null
    part()
  }

  function part() {
    if (curtain === 'closed') setCurtain('opening')
  }

  return (
    <>
      {file !== null && (
        <MediaImage
          {...image}
          path={file}
          alt={altOf(post.description)}
          isProtected={post.protected}
          onShown={show}
          onDenied={deny}
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

/** The description stands beside it in full: what is spoken for the picture is its beginning. */
function altOf(description: string): string {
  const beginning = cutText(description, TRUNCATE_AT)
  return beginning === null ? description : `${beginning}…`
}
