import { Heart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'

interface DemoPostProps {
  username: string
  portrait: string | null
  caption: ReactNode
  likes: number
  isLikedAtFirst?: boolean
  /** The picture, or a curtain. */
  children: ReactNode
}

/** The caption always has three lines, so that nothing shifts when a real one replaces it. */
export function DemoPost({ username, portrait, caption, likes, isLikedAtFirst = false, children }: DemoPostProps) {
  return (
    <article aria-label={username} className="min-w-0">
      <div className="aspect-4/5 overflow-hidden rounded-lg bg-sunken">{children}</div>
      <div className="flex items-center gap-3 pt-3.5">
        <Avatar name={username} src={portrait} size={44} lazy />
        <p className="min-w-0 flex-1 truncate text-label leading-ui font-semibold">{username}</p>
        <DemoLike username={username} likes={likes} isLikedAtFirst={isLikedAtFirst} />
      </div>
      <p dir="auto" className="mt-2.5 line-clamp-3 h-three-lines text-pretty wrap-break-word text-soft">
        {caption}
      </p>
    </article>
  )
}

/** A like button that works in this browser only: nothing is sent. */
function DemoLike({ username, likes, isLikedAtFirst }: { username: string; likes: number; isLikedAtFirst: boolean }) {
  const { t } = useTranslation()
  const [presses, setPresses] = useState(0)
  const isLiked = isLikedAtFirst === (presses % 2 === 0)
  const count = String(likes + Number(isLiked) - Number(isLikedAtFirst))
  const moves = presses > 0

  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={t('landing.programme.like', { username, likes: count })}
      onClick={() => setPresses(presses + 1)}
      className="-mr-2.5 flex min-h-11 flex-none cursor-pointer items-center gap-2 rounded-pill px-2.5 text-ui font-semibold tabular-nums transition-colors hover:bg-sunken"
    >
      <Heart
        aria-hidden="true"
        className={cx(
          'size-icon-2xl stroke-icon',
          isLiked && 'fill-current text-garnet-ink',
          moves && isLiked && 'motion-safe:animate-beat',
        )}
      />
      <span key={count} className={cx(moves && 'motion-safe:animate-count')}>
        {count}
      </span>
    </button>
  )
}

interface Sample {
  src: string
  /** The same picture, 480 pixels wide. */
  small: string
  width: number
  height: number
  alt: string
}

/** A sample picture, until there is a real one. It is also the fallback if the real one cannot be loaded. */
export function DemoPicture({ sample, real }: { sample: Sample; real?: { src: string; alt: string } | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (real && real.src !== broken) {
    return <img src={real.src} alt={real.alt} loading="lazy" className={COVER} onError={() => setBroken(real.src)} />
  }
  const { src, small, width, height, alt } = sample
  return (
    <img
      src={src}
      srcSet={`${small} 480w, ${src} ${width}w`}
      sizes="(min-width: 1440px) 413px, (min-width: 1024px) 27vw, (min-width: 768px) 620px, calc(100vw - 40px)"
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      className={COVER}
    />
  )
}

const COVER = 'size-full object-cover'
