import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Post, PostCount } from '#contract/posts.ts'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { wantsLessData } from '#web/lib/less-data.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dragDown, usePress } from '#web/ui/overlays/use-press.ts'
import type { Place } from './lightbox-place.ts'
import { useIsZoomed } from './lightbox-zoom.ts'

const [, MIDDLE_WIDTH, LARGEST_WIDTH] = IMAGE_WIDTHS

export interface LightboxStageProps {
  place: Place
  /** The mouse rests: the arrows make way for the picture. */
  isStill: boolean
  onGo: (to: 'previous' | 'next') => void
  onClose: () => void
  /** What can be done with the post, where it has no place beside the picture. */
  menu: ReactNode
}

/** The picture, and what stands on it. A finger turns it to the sides and closes it downwards; so does a press beside it. */
export function LightboxStage({ place, isStill, onGo, onClose, menu }: LightboxStageProps) {
  const { previous, next } = place
  const isZoomed = useIsZoomed()
  const { way, onPointerDown, ifTapped } = usePress({
    fingersOnly: true,
    onSwipe: (where) => {
      if (where === 'down') onClose()
      else if (where === 'left' && next) onGo('next')
      else if (where === 'right' && previous) onGo('previous')
    },
  })
  const down = dragDown(way)
  const sideways = down === 0 && way ? way.x * ((way.x > 0 ? previous : next) ? 1 : RESISTANCE) : 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows and the close button do the same for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <div
      className="lightbox-stage night on-picture"
      data-still={isStill || undefined}
      data-zoomed={isZoomed || undefined}
      // Who has zoomed in moves the picture about with one finger.
      onPointerDown={isZoomed ? undefined : onPointerDown}
      onClick={ifTapped((event: MouseEvent<HTMLElement>) => isBesidePicture(event) && onClose())}
    >
      {menu && <div className="lightbox-menu">{menu}</div>}
      <Counter place={place} />
      <Arrow to="previous" isEnd={previous === null} onGo={onGo} />
      <div
        className="lightbox-slides"
        data-swiping={way !== null || undefined}
        style={{ translate: `${sideways}px ${down}px` }}
      >
        <Slides place={place} />
      </div>
      <Arrow to="next" isEnd={next === null} onGo={onGo} />
    </div>
  )
}

/** How much of a finger's way counts where there is nothing to come. */
const RESISTANCE = 0.25

/** Neither on the picture, or the curtain in front of it, nor on a control; what opens elsewhere is not on the stage. */
function isBesidePicture({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('img, a, button, .lightbox-curtain') === null
  )
}

/** Which one it is of how many; "1,000+" beyond what is counted. Nothing while its place is not known. */
function Counter({ place: { post, position, count } }: { place: Place }) {
  const { t, language } = useTranslation()
  const say = (number: PostCount) => number.count.toLocaleString(language) + (number.is_more ? '+' : '')
  const numbers = position && { position: say(position), count: say(count) }
  return (
    <p aria-live="polite" className="lightbox-counter num">
      {numbers && (
        <>
          <span aria-hidden="true">{t('lightbox.counter', numbers)}</span>
          <span className="sr-only">{t('lightbox.spoken_counter', { ...numbers, username: post.username })}</span>
        </>
      )}
    </p>
  )
}

interface ArrowProps {
  to: 'previous' | 'next'
  /** It stays where it is, so that whoever came there with it does not lose the focus. */
  isEnd: boolean
  onGo: (to: 'previous' | 'next') => void
}

function Arrow({ to, isEnd, onGo }: ArrowProps) {
  const { t } = useTranslation()
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight
  return (
    <div className="lightbox-arrow" data-to={to} data-end={isEnd || undefined}>
      <IconButton
        label={t(`lightbox.${to}`)}
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

/** The post and its neighbours, which are fetched when it is there itself, so that they are there when they are wanted. */
function Slides({ place: { post, previous, next } }: { place: Place }) {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const isReady = post.file === null || drawn.has(post.id)
  const neighbours = [previous, next].filter(
    (neighbour) => neighbour && (drawn.has(neighbour.id) || (isReady && !wantsLessData())),
  )
  const slides = [previous, post, next].filter((slide) => slide === post || neighbours.includes(slide))

  return slides.map(
    (slide) =>
      slide && (
        <Slide
          key={slide.id}
          post={slide}
          side={slide === previous ? 'previous' : slide === next ? 'next' : null}
          onDrawn={() => setDrawn((before) => new Set(before).add(slide.id))}
        />
      ),
  )
}

interface SlideProps {
  post: Post
  /** Null for the one that is shown. */
  side: 'previous' | 'next' | null
  onDrawn: () => void
}

function Slide({ post, side, onDrawn }: SlideProps) {
  const [width] = useState(() =>
    window.innerWidth * window.devicePixelRatio > MIDDLE_WIDTH ? LARGEST_WIDTH : MIDDLE_WIDTH,
  )
  return (
    <div
      className="lightbox-slide"
      data-side={side ?? undefined}
      inert={side !== null}
      // A picture that cannot be had keeps nobody waiting either.
      onLoadCapture={onDrawn}
      onErrorCapture={onDrawn}
    >
      <div className={post.file === null ? 'lightbox-curtain' : 'relative size-full'}>
        <PostPicture post={post} fit="contain" width={width} eager className="bg-transparent!" />
      </div>
    </div>
  )
}
