import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { TRUNCATE_AT } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { usePostLink } from '#web/features/posts/post-address.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText } from '#web/ui/cut-text.ts'

const SIZES = '(min-width: 1024px) 220px, (min-width: 768px) 33vw, 50vw'

/** A post in the grid; a press opens it over the page. The link covers the tile, and says what is on it. */
export function PostTile({ post, eager }: { post: Post; eager: boolean }) {
  const { t } = useTranslation()
  const postLink = usePostLink()
  const description = cutText(post.description, TRUNCATE_AT) ?? post.description
  const isLocked = post.file === null
  const isMarked = post.protected && !isLocked
  // The curtain of a tile shows its title only.
  const curtain = [t('ui.private_content'), t('ui.private_content_who'), t('ui.private_content_how')]
  const name = [...(isLocked ? curtain : []), description, ...(isMarked ? [t('profile.protected')] : [])]

  return (
    <li className="post-tile">
      <div aria-hidden={isLocked} className="relative size-full">
        <PostPicture post={post} curtain="tile" width={480} sizes={SIZES} eager={eager} />
      </div>
      {isMarked && (
        <span aria-hidden="true" className="on-picture-pill bottom-1.5 left-1.5 md:bottom-2.5 md:left-2.5">
          <LockKeyhole className="size-3.5" />
          {t('profile.protected')}
        </span>
      )}
      <Link {...postLink(post.id)} aria-label={name.join(' · ')} className="post-tile-link absolute inset-0" />
    </li>
  )
}
