import { type ReactNode, useId } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { usePostLink } from '#web/features/posts/post-address.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { Avatar, type AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { LikeButton } from './like-button.tsx'
import { PostMenu, type PostMenuProps } from './post-menu.tsx'
import { PostPicture } from './post-picture.tsx'

export const CARD = cx(
  'flex flex-col border-t border-line pt-5 pb-6.5 first:border-t-0 first:pt-0',
  'md:max-lg:mx-auto md:max-lg:w-full md:max-lg:max-w-post',
  'lg:grid lg:grid-cols-[620px_minmax(0,1fr)] lg:gap-11 lg:py-11',
)
export const CARD_PICTURE =
  'relative -mx-4 max-lg:order-1 aspect-4/5 overflow-hidden bg-sunken md:mx-0 md:aspect-5/6 md:rounded-lg'
/** On phones and tablets its parts stand around the picture, so there it is no box of its own. */
export const CARD_CAPTION = 'max-lg:contents lg:sticky lg:top-24 lg:self-start'

const SIZES = '(min-width: 768px) 620px, 100vw'

export interface PostCardProps extends Pick<PostMenuProps, 'isOwn' | 'onEdit' | 'onDelete'> {
  post: Post
  /** Its place in the feed, from 1, and of how many; -1 while nobody knows. */
  place: number
  total: number
  /** The way to write to its author. */
  message: ReactNode
  /** Whether its author has stories up. */
  ring?: AvatarProps['ring']
}

/** A post in the feed: picture and caption side by side, or one below the other. */
export function PostCard({ post, place, total, message, ring, isOwn, onEdit, onDelete }: PostCardProps) {
  const { t } = useTranslation()
  const postLink = usePostLink()
  const nameId = useId()
  const { username, profile_pic } = post

  return (
    <article aria-labelledby={nameId} aria-posinset={place} aria-setsize={total} tabIndex={-1} className={CARD}>
      <div className={CARD_PICTURE}>
        <PostPicture post={post} sizes={SIZES} eager={place === 1} />
        {post.file !== null && (
          <Link
            {...postLink(post.id)}
            aria-label={t('posts.open', { username })}
            className="on-picture ring-inside absolute inset-0 md:rounded-lg"
          />
        )}
      </div>
      <div className={CARD_CAPTION}>
        <div className="flex items-center gap-2 pb-3.5 lg:pb-0">
          <Link
            to={generatePath(paths.profile, { username })}
            className="mr-auto flex min-h-11 min-w-0 items-center gap-3 rounded-sm"
          >
            <Avatar name={username} src={portraitUrl(profile_pic)} size="card" ring={ring} lazy />
            <h2 id={nameId} className="truncate text-ui font-semibold">
              {username}
            </h2>
          </Link>
          <PostMenu post={post} isOwn={isOwn} onEdit={onEdit} onDelete={onDelete} className="-mr-2.5" />
        </div>
        <ReadMore
          text={post.description}
          className="text-pretty wrap-break-word max-lg:order-3 max-lg:text-caption max-lg:leading-lead lg:caption-l lg:mt-6 lg:mb-4.5"
        />
        <div className="-ml-2.5 flex items-center gap-1 pt-1.5 max-lg:order-2 lg:pt-0">
          <LikeButton post={post} />
          {!isOwn && message}
        </div>
      </div>
    </article>
  )
}
