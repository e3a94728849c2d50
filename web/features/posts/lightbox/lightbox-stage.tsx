import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import type { Post, PostCount } from '#contract/posts.ts'
import { picturesOf, placeIn, usePlaceIn } from '#web/features/posts/album/album-place.ts'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { useViewed } from '#web/features/posts/views/use-viewed.ts'
import { isDataSaverOn } from '#web/lib/data-saver.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dragDown, usePress } from '#web/ui/overlays/use-press.ts'
import type { Place } from './lightbox-place.ts'

const [, MIDDLE_WIDTH, LARGEST_WIDTH] = IMAGE_WIDTHS

/** Rubber band: at the ends of the list, the picture follows the finger only by this fraction. */
const RESISTANCE = 0.25

export interface LightboxStageProps {
  place: Place
  /** The mouse does not move: the arrows are hidden. */
  isIdle: boolean
  /** Left and right: to another picture of an album, or to another post. */
  onTurn: (to: 'previous' | 'next') => void
  onClose: () => void
  /** The small pictures of an album, below the picture on large screens. */
  strip: ReactNode
  /** The post's menu, on small screens; null where the panel beside the picture contains it. */
  menu: ReactNode
}

/**
 * The picture with arrows and counter. Swiping sideways goes to the next picture of an album, and from post to post where
 * there is one picture or a curtain; swiping down or a press beside the picture closes.
 */
export function LightboxStage({ place, isIdle, onTurn, onClose, strip, menu }: LightboxStageProps) {
  const { t } = useTranslation()
  const { post } = place
  const pictures = picturesOf(post)
  const shown = usePlaceIn(post.id, pictures.length)
  const isAlbum = pictures.length > 1
  const previous = isAlbum ? slideAt(post, shown - 1) : slideOf(place.previous)
  const next = isAlbum ? slideAt(post, shown + 1) : slideOf(place.next)
  const album = isAlbum ? { position: shown + 1, count: pictures.length } : null
  const isZoomed = useIsZoomed()
  const { offset, onPointerDown, ifTapped } = usePress({
    fingersOnly: true,
    onSwipe: (where) => {
      if (where === 'down') onClose()
      else if (where === 'left' && next) onTurn('next')
      else if (where === 'right' && previous) onTurn('previous')
    },
  })
  const down = dragDown(offset)
  const sideways = down === 0 && offset ? offset.x * ((offset.x > 0 ? previous : next) ? 1 : RESISTANCE) : 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows and the close button do the same for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <div
      className="lightbox-stage night on-picture"
      data-still={isIdle || undefined}
      data-zoomed={isZoomed || undefined}
      data-strip={Boolean(strip) || undefined}
      // While zoomed in, one finger pans the picture, so swipes are off.
      onPointerDown={isZoomed ? undefined : onPointerDown}
      onClick={ifTapped((event: MouseEvent<HTMLElement>) => isBesidePicture(event) && onClose())}
    >
      {menu && <div className="lightbox-menu">{menu}</div>}
      {album ? (
        <p aria-live="polite" className="lightbox-counter num">
          <span aria-hidden="true">{t('posts.lightbox.counter', album)}</span>
          <span className="sr-only">{t('posts.album.place', { place: album.position, count: album.count })}</span>
        </p>
      ) : (
        <Counter place={place} />
      )}
      <Arrow to="previous" isAlbum={isAlbum} isEnd={previous === null} onTurn={onTurn} />
      <div
        className="lightbox-slides"
        data-swiping={offset !== null || undefined}
        data-album={isAlbum || undefined}
        style={{ translate: `${sideways}px ${down}px` }}
      >
        <Slides {...{ previous, next }} current={{ post, shown }} />
      </div>
      <Arrow to="next" isAlbum={isAlbum} isEnd={next === null} onTurn={onTurn} />
      {strip}
    </div>
  )
}

/** Whether the page is zoomed in with two fingers (pinch zoom). */
function useIsZoomed(): boolean {
  return useSyncExternalStore(subscribeToZoom, () => (visualViewport?.scale ?? 1) > 1.01)
}

function subscribeToZoom(listener: () => void) {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}

/**
 * Excludes the picture, the curtain and the controls. React also bubbles events of portals, which are outside of this
 * element.
 */
function isBesidePicture({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('img, a, button, .lightbox-curtain') === null
  )
}

/** Position and total, as in "3 / 1,000+". It is empty while the position is unknown. */
function Counter({ place: { post, position, count } }: { place: Place }) {
  const { t, language } = useTranslation()
  const format = (number: PostCount) => number.count.toLocaleString(language) + (number.is_more ? '+' : '')
  const numbers = position && { position: format(position), count: format(count) }
  return (
    <p aria-live="polite" className="lightbox-counter num">
      {numbers && (
        <>
          <span aria-hidden="true">{t('posts.lightbox.counter', numbers)}</span>
          <span className="sr-only">{t('posts.lightbox.spoken_counter', { ...numbers, username: post.username })}</span>
        </>
      )}
    </p>
  )
}

interface ArrowProps {
  to: 'previous' | 'next'
  /** The arrow leads to another picture of the same post. */
  isAlbum: boolean
  /** The arrow at an end is disabled by `aria-disabled` and stays in place, so that it keeps the focus. */
  isEnd: boolean
  onTurn: (to: 'previous' | 'next') => void
}

function Arrow({ to, isAlbum, isEnd, onTurn }: ArrowProps) {
  const { t } = useTranslation()
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight
  return (
    <div className="lightbox-arrow" data-to={to} data-end={isEnd || undefined}>
      <IconButton
        label={t(isAlbum ? `posts.album.${to}` : `posts.lightbox.${to}`)}
        look="filled"
        aria-disabled={isEnd || undefined}
        className="lg:size-13"
        onClick={() => !isEnd && onTurn(to)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A picture of a post, or its curtain. */
interface Shown {
  post: Post
  /** Which of its pictures, from 0. */
  shown: number
}

function slideAt(post: Post, shown: number): Shown | null {
  return picturesOf(post)[shown] ? { post, shown } : null
}

/** A neighbouring post shows the picture at which it was left. */
function slideOf(post: Post | null): Shown | null {
  return post && { post, shown: placeIn(post.id, picturesOf(post).length) }
}

const keyOf = ({ post, shown }: Shown) => `${post.id} ${shown}`

interface SlidesProps {
  previous: Shown | null
  current: Shown
  next: Shown | null
}

/**
 * The picture and its neighbours. The neighbours are preloaded after the picture itself is loaded, unless the viewer saves
 * data.
 */
function Slides({ previous, current, next }: SlidesProps) {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const isReady = current.post.file === null || loaded.has(keyOf(current))
  const isWanted = (slide: Shown) => slide === current || loaded.has(keyOf(slide)) || (isReady && !isDataSaverOn())

  return [previous, current, next].map(
    (slide) =>
      slide &&
      isWanted(slide) && (
        <Slide
          key={keyOf(slide)}
          {...slide}
          side={slide === previous ? 'previous' : slide === next ? 'next' : null}
          onLoaded={() => setLoaded((before) => new Set(before).add(keyOf(slide)))}
        />
      ),
  )
}

interface SlideProps extends Shown {
  /** Null for the current one. */
  side: 'previous' | 'next' | null
  onLoaded: () => void
}

function Slide({ post, shown, side, onLoaded }: SlideProps) {
  const [width] = useState(() =>
    window.innerWidth * window.devicePixelRatio > MIDDLE_WIDTH ? LARGEST_WIDTH : MIDDLE_WIDTH,
  )
  return (
    <div
      className="lightbox-slide"
      data-side={side ?? undefined}
      inert={side !== null}
      // `load` does not bubble, so it is captured. A picture that failed counts as loaded.
      onLoadCapture={onLoaded}
      onErrorCapture={onLoaded}
    >
      <div ref={useViewed(post)} className={post.file === null ? 'lightbox-curtain' : 'relative size-full'}>
        <PostPicture post={post} place={shown} fit="contain" width={width} eager className="bg-transparent!" />
      </div>
    </div>
  )
}
