import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { wantsLessData } from '#web/lib/less-data.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Place } from './lightbox-place.ts'
import { PostPicture } from './post-picture.tsx'
import { useSwipe } from './use-swipe.ts'

const [, MIDDLE_WIDTH, LARGEST_WIDTH] = IMAGE_WIDTHS

export interface LightboxStageProps {
  place: Place
  /** The mouse rests: the arrows make way for the picture. */
  isStill: boolean
  onGo: (to: 'previous' | 'next') => void
  /** What can be done with the post, where it has no place beside the picture. */
  menu: ReactNode
}

/** The picture, and what stands on it. */
export function LightboxStage({ place, isStill, onGo, menu }: LightboxStageProps) {
  const { t } = useTranslation()
  const { post, position, count, previous, next } = place
  const { shift, isSwiping, target } = useSwipe({ previous: previous !== null, next: next !== null }, onGo)
  return (
    <div className="lightbox-stage night on-picture" data-still={isStill || undefined} {...target}>
      {menu && <div className="absolute top-2 right-2 z-1">{menu}</div>}
      <p
        aria-live="polite"
        className="num absolute top-3.5 z-1 left-1/2 -translate-x-1/2 rounded-pill bg-viewer/74 px-3.5 py-0.5 text-[1.0625rem] lg:top-[30px] lg:text-[1.1875rem]"
      >
        <span aria-hidden="true">{t('lightbox.counter', { position, count })}</span>
        <span className="sr-only">{t('lightbox.spoken_counter', { position, count, username: post.username })}</span>
      </p>
      <Arrow to="previous" isEnd={previous === null} onGo={onGo} />
      <div className="lightbox-slides" data-swiping={isSwiping || undefined} style={{ translate: `${shift}px` }}>
        <Slides place={place} />
      </div>
      <Arrow to="next" isEnd={next === null} onGo={onGo} />
    </div>
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
