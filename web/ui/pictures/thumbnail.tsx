import { useState } from 'react'
import type { IMAGE_WIDTHS } from '#contract/media.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useProtectedPicture } from './use-protected-picture.ts'

export interface ThumbnailProps {
  /** The media path of the API. */
  path: string
  /** Fetched with the session token and shown as a blob URL. */
  isProtected: boolean
  width?: (typeof IMAGE_WIDTHS)[number]
  /** What stays in view where it is cropped, in percent from the top left corner. */
  focus: { x: number; y: number }
  className?: string
}

/**
 * A small picture inside of a control, which names it. A failure leaves its place empty: a button to try again would be a
 * control inside of a control.
 */
export function Thumbnail({ path, isProtected, width = 480, focus, className }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false)
  const blob = useProtectedPicture(isProtected ? `${path}?w=${width}` : null, () => setBroken(true))
  const src = isProtected ? blob : mediaUrl(path, width)
  return (
    <span className={cx('block size-full overflow-hidden bg-sunken', className)}>
      {src && !isBroken && (
        <img
          src={src}
          alt=""
          draggable={false}
          decoding="async"
          className="size-full object-cover"
          style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
