import { useEffect, useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useProtectedPicture } from '#web/ui/use-protected-picture.ts'
import type { MediaProps } from './media-props.ts'

/** Taller than this fills the frame; wider pictures are shown whole. */
const TALL = 1.2

export function fitOf(width: number, height: number): string {
  return height >= TALL * width ? 'object-cover' : 'object-contain'
}

export interface StoryPictureProps extends MediaProps {
  /** Hears where the picture that is looked at can be drawn from once more. */
  onDrawn: (id: string, url: string) => void
}

export function StoryPicture(props: StoryPictureProps) {
  const { id, path, description, isProtected, isShown, tell, onFailed, onDrawn } = props
  const [drawn, setDrawn] = useState<'loading' | 'failed' | { fit: string }>('loading')
  const isReady = typeof drawn === 'object'
  const isFailed = drawn === 'failed'

  const file = `${path}?w=960`
  const fetched = useProtectedPicture(isProtected ? file : null, () => setDrawn('failed'))
  const url = isProtected ? fetched : mediaUrl(file)

  useEffect(() => {
    if (isShown && isReady) tell({ type: 'ready', id })
    if (isShown && isFailed) onFailed(id)
  }, [isShown, isReady, isFailed, id, tell, onFailed])

  useEffect(() => {
    if (isShown && isReady && url) onDrawn(id, url)
  }, [isShown, isReady, id, url, onDrawn])

  if (url === null) return null
  return (
    <img
      src={url}
      alt={description}
      hidden={!isShown}
      draggable={false}
      className={cx('absolute inset-0 size-full select-none', isReady ? drawn.fit : 'opacity-0')}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setDrawn({ fit: fitOf(naturalWidth, naturalHeight) })
      }
      onError={() => setDrawn('failed')}
    />
  )
}
