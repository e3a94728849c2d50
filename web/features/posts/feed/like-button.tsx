import { Heart } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { useLike } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'

export interface LikeButtonProps {
  post: Pick<Post, 'id' | 'liked' | 'likes_count'>
  className?: string
}

/**
 * The heart with the number of likes. The number is part of the accessible name, so a change is not announced by
 * itself.
 */
export function LikeButton({ post, className }: LikeButtonProps) {
  const { t, language } = useTranslation()
  const { liked, likes_count, press } = useLike(post)
  // No animation when the page opens, only after a press.
  const [isAnimated, setAnimated] = useState(false)

  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={t('posts.like', { count: likes_count })}
      onClick={() => {
        setAnimated(true)
        press()
      }}
      className={cx(
        'flex min-h-11 min-w-11 flex-none cursor-pointer items-center gap-2 rounded-pill px-2.5 text-ui font-semibold tabular-nums transition-colors hover:bg-sunken',
        className,
      )}
    >
      <Heart
        aria-hidden="true"
        className={cx(
          'size-icon-2xl stroke-icon',
          liked && 'fill-current text-garnet-ink',
          isAnimated && liked && 'motion-safe:animate-beat',
        )}
      />
      <span key={likes_count} className={cx(isAnimated && 'motion-safe:animate-count')}>
        {likes_count.toLocaleString(language)}
      </span>
    </button>
  )
}
