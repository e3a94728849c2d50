import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import type { Post, PostCount } from '#contract/posts.ts'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
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
  onGo: (to: 'previous' | 'next') => void
  onClose: () => void
  /** The post's menu, on small screens; null where the panel beside the picture contains it. */
  menu: ReactNode
}

/**
 * The picture with arrows and counter. Swiping sideways changes the post; swiping down or a press beside the picture
 * closes.
 */
export function LightboxStage({ place, isIdle, onGo, onClose, menu }: LightboxStageProps) {
  const { previous, next } = place
  const isZoomed = useIsZoomed()
  const { offset, onPointerDown, ifTapped } = usePress({
    fingersOnly: true,
    onSwipe: (where) => {
      if (where === 'down') onClose()
      else if (where === 'left' && next) onGo('next')
      else if (where === 'right' && previous) onGo('previous')
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
      // While zoomed in, one finger pans the picture, so swipes are off.
      onPointerDown={isZoomed ? undefined : onPointerDown}
      onClick={ifTapped((event: MouseEvent<HTMLElement>) => isBesidePicture(event) && onClose())}
    >
      {menu && <div className="lightbox-menu">{menu}</div>}
      <Counter place={place} />
      <Arrow to="previous" isEnd={previous === null} onGo={onGo} />
      <div
        className="lightbox-slides"
        data-swiping={offset !== null || undefined}
        style={{ translate: `${sideways}px ${down}px` }}
      >
        <Slides place={place} />
      </div>
      <Arrow to="next" isEnd={next === null} onGo={onGo} />
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
  /** The arrow at an end is disabled by `aria-disabled` and stays in place, so that it keeps the focus. */
  isEnd: boolean
  onGo: (to: 'previous' | 'next') => void
}

function Arrow({ to, isEnd, onGo }: ArrowProps) {
  const { t } = useTranslation()
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight
  return (
    <div className="lightbox-arrow" data-to={to} data-end={isEnd || undefined}>
      <IconButton
        label={t(`posts.lightbox.${to}`)}
        look="filled"
        aria-disabled={isEnd || undefined}
        className="lg:size-13"
        onClick={() => !isEnd && onGo(to)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/**
 * The post and its neighbours. The neighbours are preloaded after the post's own picture is loaded, unless the viewer
 * saves data.
 */
function Slides({ place: { post, previous, next } }: { place: Place }) {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const isReady = post.file === null || loaded.has(post.id)
  const neighbours = [previous, next].filter(
    (neighbour) => neighbour && (loaded.has(neighbour.id) || (isReady && !isDataSaverOn())),
  )
  const slides = [previous, post, next].filter((slide) => slide === post || neighbours.includes(slide))

  return slides.map(
    (slide) =>
      slide && (
        <Slide
          key={slide.id}
          post={slide}
          side={slide === previous ? 'previous' : slide === next ? 'next' : null}
          onLoaded={() => setLoaded((before) => new Set(before).add(slide.id))}
        />
      ),
  )
}

interface SlideProps {
  post: Post
  /** Null for the current post. */
  side: 'previous' | 'next' | null
  onLoaded: () => void
}

function Slide({ post, side, onLoaded }: SlideProps) {
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
      <div className={post.file === null ? 'lightbox-curtain' : 'relative size-full'}>
        <PostPicture post={post} fit="contain" width={width} eager className="bg-transparent!" />
      </div>
    </div>
  )
}
