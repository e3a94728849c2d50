import { ChevronLeft, ChevronRight, Images } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { t, useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { usePress } from '#web/ui/overlays/use-press.ts'
import { showPicture, usePlaceIn } from './album-place.ts'
import type { PictureBox } from './picture-boxes.ts'

export interface AlbumProps {
  post: Post
  boxes: readonly PictureBox[]
  eager: boolean
  /** The link to the post, over the pictures. */
  children: ReactNode
}

/**
 * The pictures of a post in the feed, one at a time, with arrows, keys and swipes (ARIA carousel). Only the picture in view
 * is loaded, and then its neighbours.
 */
export function Album({ post, boxes, eager, children }: AlbumProps) {
  useTranslation()
  const { files, id } = post
  const count = files.length
  const place = usePlaceIn(id, count)
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const { offset, onPointerDown, ifTapped } = usePress({
    fingersOnly: true,
    holdsAreTaps: true,
    onSwipe: (where) => where !== 'down' && go(where === 'left' ? 1 : -1),
  })
  const isReady = loaded.has(files[place]?.file ?? '')
  const hasMoved = useHasMoved(place)

  function go(step: 1 | -1) {
    showPicture(id, place + step, count)
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== 1 && step !== -1) return
    event.preventDefault()
    go(step)
  }

  // At the ends the picture follows the finger less.
  const isEnd = offset && (offset.x > 0 ? place === 0 : place === count - 1)
  const sideways = offset && Math.abs(offset.x) > Math.abs(offset.y) ? offset.x * (isEnd ? 0.25 : 1) : 0
  return (
    <section
      className="album"
      aria-roledescription={t('posts.album.carousel')}
      aria-label={albumName(count)}
      onKeyDown={handleKey}
      onPointerDown={onPointerDown}
      onClickCapture={(event: MouseEvent) => {
        let isTap = false
        ifTapped(() => {
          isTap = true
        })(event)
        if (isTap) return
        // The end of a swipe is not a press on the link.
        event.preventDefault()
        event.stopPropagation()
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <div
        className="album-track"
        data-swiping={offset !== null || undefined}
        style={{ translate: `calc(${-place * 100}% + ${sideways}px)` }}
      >
        {files.map(({ file }, index) => {
          const isShown = index === place
          const isNeighbour = Math.abs(index - place) === 1
          if (!isShown && !(isNeighbour && (loaded.has(file) || (isReady && !isDataSaverOn())))) return null
          return (
            <div
              key={file}
              className="album-slide"
              style={{ left: `${index * 100}%` }}
              inert={!isShown}
              // `load` does not bubble, so it is captured. A picture that failed counts as loaded.
              onLoadCapture={() => setLoaded((before) => new Set(before).add(file))}
              onErrorCapture={() => setLoaded((before) => new Set(before).add(file))}
            >
              <PostPicture post={post} place={index} boxes={boxes} eager={isShown ? eager || hasMoved : true} />
            </div>
          )
        })}
      </div>
      {children}
      <span aria-hidden="true" className="album-count num">
        {t('posts.lightbox.counter', { position: place + 1, count })}
      </span>
      <span aria-hidden="true" className="album-dots">
        {files.map(({ id: picture }, index) => (
          <i key={picture} data-on={index === place || undefined} />
        ))}
      </span>
      <Arrow to="previous" isEnd={place === 0} onPress={() => go(-1)} />
      <Arrow to="next" isEnd={place === count - 1} onPress={() => go(1)} />
      <span aria-live="polite" className="sr-only">
        {hasMoved && t('posts.album.place', { place: place + 1, count })}
      </span>
    </section>
  )
}

/** For example: An album of five. */
function albumName(count: number): string {
  // An album has from two to ten pictures.
  return t(`posts.album.of_${count as 2}`)
}

/** The line below an album that says how many pictures it has. */
export function AlbumSize({ count }: { count: number }) {
  useTranslation()
  return (
    <p className="flex items-center gap-2 text-small text-mute max-lg:order-4 max-lg:pt-2">
      <Images aria-hidden="true" className="size-4.25 flex-none stroke-icon" />
      {albumName(count)}
    </p>
  )
}

/** Whether another picture was shown since. What is there from the start is not announced. */
function useHasMoved(place: number): boolean {
  const [first] = useState(place)
  const [hasMoved, setMoved] = useState(false)
  if (place !== first && !hasMoved) setMoved(true)
  return hasMoved
}

interface ArrowProps {
  to: 'previous' | 'next'
  /** The arrow stays in place at an end, so that it keeps the focus. */
  isEnd: boolean
  onPress: () => void
}

function Arrow({ to, isEnd, onPress }: ArrowProps) {
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight
  return (
    <span className="album-arrow night on-picture" data-to={to} data-end={isEnd || undefined}>
      <IconButton
        label={t(`posts.album.${to}`)}
        className="size-12"
        aria-disabled={isEnd || undefined}
        onClick={onPress}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </span>
  )
}
