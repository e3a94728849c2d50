import { Play } from 'lucide-react'
import { useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useProtectedPicture } from '#web/ui/pictures/use-protected-picture.ts'

interface ThumbProps {
  /** The media path of the creator's own picture or video; null if it is erased. */
  path: string | null
  isProtected: boolean
  className?: string
}

/** A small picture without a name of its own: the text beside it says what it is. A video is a sign. */
export function Thumb({ path, isProtected, className }: ThumbProps) {
  const [isBroken, setBroken] = useState(false)
  const isVideo = path?.includes('.mp4') === true
  const shown = path === null || isVideo || isBroken ? null : path
  const fetched = useProtectedPicture(shown !== null && isProtected ? `${shown}?w=480` : null, () => setBroken(true))
  const source = isProtected ? fetched : shown && mediaUrl(shown, 480)
  return (
    <span aria-hidden="true" className={cx('block overflow-hidden bg-sunken', className)}>
      {shown !== null && source && (
        <img src={source} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(true)} />
      )}
      {isVideo && (
        <span className="grid size-full place-items-center text-mute">
          <Play className="size-icon-lg" />
        </span>
      )}
    </span>
  )
}
