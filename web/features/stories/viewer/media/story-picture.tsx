import { useEffect, useRef, useState } from 'react'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useProtectedPicture } from '#web/ui/pictures/use-protected-picture.ts'
import { type MediaProps, objectFitOf } from './media-props.ts'

/** The picture of a story. It tells the player when it is loaded, and the backdrop when it is drawn. */
export function StoryPicture(props: MediaProps) {
  const { id, path, description, isProtected, isShown, round, dispatch, onFailed, onDrawn } = props
  const image = useRef<HTMLImageElement>(null)
  const [drawn, setDrawn] = useState<'loading' | 'failed' | { fit: string }>('loading')
  const isReady = typeof drawn === 'object'
  const isFailed = drawn === 'failed'

  const file = `${path}?w=960`
  const fetched = useProtectedPicture(isProtected ? file : null, () => setDrawn('failed'))
  const url = isProtected ? fetched : mediaUrl(file)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown media reports its state in every round
  useEffect(() => {
    if (!isShown) return
    if (isReady) dispatch({ type: 'ready', id })
    else dispatch({ type: 'stalled', id })
    if (isFailed) onFailed()
  }, [isShown, isReady, isFailed, round, id, dispatch, onFailed])

  useEffect(() => {
    if (isShown && isReady && image.current) onDrawn(id, image.current)
  }, [isShown, isReady, id, onDrawn])

  if (url === null) return null
  return (
    <img
      ref={image}
      src={url}
      alt={description}
      hidden={!isShown}
      draggable={false}
      className={cx('absolute inset-0 size-full select-none', isReady ? drawn.fit : 'opacity-0')}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setDrawn({ fit: objectFitOf(naturalWidth, naturalHeight) })
      }
      onError={() => setDrawn('failed')}
    />
  )
}
