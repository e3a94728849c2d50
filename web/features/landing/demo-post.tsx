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
  /** The picture, or the curtain in front of it. */
  children: ReactNode
}

/** The caption has its three lines whatever it says, so that nothing moves when a real one takes its place. */
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

/** A rehearsal: the heart and the number do what they will do one day, and nobody is told. */
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
