import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { picturesOf, showPicture, usePlaceIn } from '#web/features/posts/album/album-place.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Thumbnail } from '#web/ui/pictures/thumbnail.tsx'
import type { Place } from './lightbox-place.ts'

/** The small pictures of an album: a press shows that one. */
export function LightboxStrip({ post, className }: { post: Post; className?: string }) {
  const { t } = useTranslation()
  const pictures = picturesOf(post)
  const count = pictures.length
  const shown = usePlaceIn(post.id, count)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    list.current?.children[shown]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])

  return (
    <ul ref={list} className={cx('lightbox-strip', className)}>
      {pictures.map(({ id, file, focus }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('posts.album.place', { place: index + 1, count })}
            aria-current={index === shown || undefined}
            onClick={() => showPicture(post.id, index, count)}
          >
            <Thumbnail path={file} isProtected={post.protected} focus={focus} />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface PostStepsProps {
  place: Place
  onGo: (to: 'previous' | 'next') => void
  className?: string
}

/** The ways from an album to the posts around it. Where a post has one picture, the arrows beside it lead there. */
export function PostSteps({ place, onGo, className }: PostStepsProps) {
  const { t } = useTranslation()
  return (
    <div className={cx('flex flex-wrap gap-2 *:flex-1 *:one-line', className)}>
      <Button
        variant="secondary"
        size="sm"
        icon={<ArrowUp aria-hidden="true" />}
        aria-disabled={place.previous === null || undefined}
        onClick={() => onGo('previous')}
      >
        {t('posts.album.post_before')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<ArrowDown aria-hidden="true" />}
        aria-disabled={place.next === null || undefined}
        onClick={() => onGo('next')}
      >
        {t('posts.album.post_after')}
      </Button>
    </div>
  )
}
