import { type ReactNode, useId, useRef, useState } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { Album, AlbumSize } from '#web/features/posts/album/album.tsx'
import { picturesOf } from '#web/features/posts/album/album-place.ts'
import type { PictureBox } from '#web/features/posts/album/picture-boxes.ts'
import { useViewed } from '#web/features/posts/views/use-viewed.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { Avatar, type AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { LazyMarkedNote } from '#web/ui/pictures/lazy-marked-note.tsx'
import { useNearView } from '#web/ui/pictures/use-near-view.ts'
import { ReadMore } from '#web/ui/read-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LikeButton } from './like-button.tsx'
import { PostMenu, type PostMenuProps } from './post-menu.tsx'
import { PostPicture } from './post-picture.tsx'

const CARD = cx(
  'flex flex-col border-t border-line pt-5 pb-6.5 first:border-t-0 first:pt-0',
  'md:max-lg:mx-auto md:max-lg:w-full md:max-lg:max-w-post',
  'lg:grid lg:grid-cols-[620px_minmax(0,1fr)] lg:gap-11 lg:py-11',
)
const CARD_PICTURE =
  'relative -mx-4 max-lg:order-1 aspect-4/5 overflow-hidden bg-sunken md:mx-0 md:aspect-5/6 md:rounded-lg'
/** On phones and tablets its children are placed above and below the picture, so its own box is removed (`contents`). */
const CARD_CAPTION = 'max-lg:contents lg:sticky lg:top-24 lg:self-start'

/** The portrait and the folds of a curtain are fetched that far below the viewport. */
const NEAR_PX = 800

const BOXES: PictureBox[] = [
  { when: '(min-width: 768px)', width: { px: 620 }, ratio: 5 / 6 },
  { width: { vw: 100 }, ratio: 4 / 5 },
]

export interface PostCardProps extends Pick<PostMenuProps, 'isOwn' | 'onEdit' | 'onDelete'> {
  post: Post
  /** `aria-posinset`, from 1, and `aria-setsize`, which is -1 while the number is unknown. */
  position: number
  total: number
  /** The button that writes to the author. */
  message: ReactNode
  /** The story ring around the author's portrait. */
  ring?: AvatarProps['ring']
}

/** A post in the feed: picture and caption side by side, or below each other on small screens. */
export function PostCard({ post, position, total, message, ring, isOwn, onEdit, onDelete }: PostCardProps) {
  const { t } = useTranslation()
  const postLink = useOverlayLink('post')
  const nameId = useId()
  const card = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(position === 1)
  useNearView(card, NEAR_PX, isNear ? null : () => setNear(true))
  const { username, profile_pic } = post
  const pictures = picturesOf(post).length
  const isAlbum = pictures > 1
  const link = (
    <Link
      {...postLink(post.id)}
      aria-label={t('posts.open', { username })}
      className="on-picture ring-inside absolute inset-0 md:rounded-lg"
    />
  )

  return (
    <article
      ref={card}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={-1}
      data-far={isNear ? undefined : ''}
      className={CARD}
    >
      <div className={CARD_PICTURE} ref={useViewed(post)}>
        {isAlbum ? (
          <Album post={post} boxes={BOXES} eager={position === 1}>
            {link}
          </Album>
        ) : (
          <>
            <PostPicture post={post} boxes={BOXES} eager={position === 1} />
            {post.file !== null && link}
          </>
        )}
      </div>
      <div className={CARD_CAPTION}>
        <div className="flex items-center gap-2 pb-3.5 lg:pb-0">
          <Link
            to={generatePath(paths.profile, { username })}
            className="mr-auto flex min-h-11 min-w-0 items-center gap-3 rounded-sm"
          >
            <Avatar name={username} src={isNear ? portraitUrl(profile_pic) : null} size="card" ring={ring} lazy />
            <h2 id={nameId} className="truncate text-ui font-semibold">
              {username}
            </h2>
          </Link>
          <PostMenu post={post} isOwn={isOwn} canMute onEdit={onEdit} onDelete={onDelete} className="-mr-2.5" />
        </div>
        <ReadMore
          text={post.description}
          className="text-pretty wrap-break-word max-lg:order-3 max-lg:text-caption max-lg:leading-lead lg:caption-l lg:mt-6 lg:mb-4.5"
        />
        <div className="-ml-2.5 flex items-center gap-1 pt-1.5 max-lg:order-2 lg:pt-0">
          <LikeButton post={post} />
          {!isOwn && message}
        </div>
        {isAlbum && <AlbumSize count={pictures} />}
        {post.marked && <LazyMarkedNote username={username} look="line" />}
      </div>
    </article>
  )
}

/** The placeholder of a post while the feed loads. */
export function PostSkeleton() {
  return (
    <div className={CARD}>
      <div className={CARD_PICTURE}>
        <Skeleton shape="box" className="size-full rounded-none">
          <Spinner size="lg" />
        </Skeleton>
      </div>
      <div className={CARD_CAPTION}>
        <div className="flex min-h-11 items-center gap-3 pb-3.5 lg:pb-0">
          <Skeleton shape="circle" className="size-9.5 flex-none lg:size-11.5" />
          <Skeleton shape="line" className="w-30" />
        </div>
        <div className="flex flex-col gap-3.5 max-lg:order-3 lg:mt-8 lg:mb-7">
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="line" className="w-3/5" />
        </div>
        <div className="flex h-11 items-center max-lg:order-2">
          <Skeleton shape="line" className="w-22.5" />
        </div>
      </div>
    </div>
  )
}
