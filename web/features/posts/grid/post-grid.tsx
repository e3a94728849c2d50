import { Images, LockKeyhole, Pin } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { picturesOf } from '#web/features/posts/album/album-place.ts'
import type { PictureBox } from '#web/features/posts/album/picture-boxes.ts'
import { PagedPosts } from '#web/features/posts/feed/paged-posts.tsx'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { useOwnPostsAsVisitorQuery, usePinnedFirst, usePostsQuery } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText, TRUNCATE_AT } from '#web/ui/cut-text.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The tiles above the fold of a large screen are loaded eagerly. */
const EAGER_COUNT = 6

/** Two columns on phones, nearly to the screen edge, and three elsewhere. */
const GRID = 'grid grid-cols-2 gap-1.5 max-md:-mx-2.5 md:grid-cols-3 md:gap-5'

export interface PostGridProps {
  username: string
  /** The post that the creator has pinned: it comes first. */
  pinned: string | null
  /** The text below the title 'No posts yet'. */
  emptyText: string
  emptyAction?: ReactNode
}

/** Infinite scrolling over a creator's posts, newest first. */
export function PostGrid({ username, ...props }: PostGridProps) {
  return <Grid query={usePostsQuery(username)} {...props} />
}

/** The same for creators who look at their own page with the eyes of others: a picture of it, nothing opens. */
export function StillPostGrid({ username, isVisitor, ...props }: PostGridProps & { isVisitor: boolean }) {
  return isVisitor ? <VisitorGrid username={username} {...props} /> : <SubscriberGrid username={username} {...props} />
}

function VisitorGrid({ username, pinned, ...props }: PostGridProps) {
  const query = useOwnPostsAsVisitorQuery(username)
  // A pinned post that is not loaded yet would be fetched as its owner sees it.
  const listed = query.posts.some(({ id }) => id === pinned) ? pinned : null
  return <Grid query={query} isStill pinned={listed} {...props} />
}

/** A subscriber gets the same pictures as the owner. */
function SubscriberGrid({ username, ...props }: PostGridProps) {
  return <Grid query={usePostsQuery(username)} isStill {...props} />
}

interface GridProps extends Omit<PostGridProps, 'username'> {
  query: ReturnType<typeof usePostsQuery> | ReturnType<typeof useOwnPostsAsVisitorQuery>
  isStill?: boolean
}

function Grid({ query, isStill = false, pinned, emptyText, emptyAction }: GridProps) {
  const { t } = useTranslation()
  const posts = usePinnedFirst(query.posts, pinned)
  const grid = useRef<HTMLUListElement>(null)
  return (
    <PagedPosts
      query={query}
      count={posts.length}
      list={grid}
      focusable=":scope > li > a"
      skeleton={<GridSkeleton />}
      empty={<EmptyState icon={<Images />} title={t('profiles.no_posts')} text={emptyText} action={emptyAction} />}
      // A grid of one page needs no end mark.
      showsEnd={(query.data?.pages.length ?? 0) > 1}
    >
      <ul ref={grid} aria-label={t('profiles.posts')} className={cx(GRID, 'mb-7')}>
        {posts.map((post, index) => (
          <PostTile key={post.id} post={post} eager={index < EAGER_COUNT} isStill={isStill} />
        ))}
      </ul>
    </PagedPosts>
  )
}

const BOXES: PictureBox[] = [
  { when: '(min-width: 1024px)', width: { px: 220 }, ratio: 4 / 5 },
  { when: '(min-width: 768px)', width: { vw: 33 }, ratio: 4 / 5 },
  { width: { vw: 50 }, ratio: 4 / 5 },
]

/** A post in the grid. The link covers the whole tile, and its accessible name describes the content. */
function PostTile({ post, eager, isStill }: { post: Post; eager: boolean; isStill: boolean }) {
  const { t } = useTranslation()
  const postLink = useOverlayLink('post')
  const description = cutText(post.description, TRUNCATE_AT) ?? post.description
  const isLocked = post.file === null
  const isMarked = post.protected && !isLocked
  // The curtain of a tile shows only its title, so the link's name contains the other lines.
  const curtain = [t('ui.private_content'), t('ui.private_content_who'), t('ui.private_content_how')]
  const pictures = picturesOf(post).length
  const name = [
    ...(post.pinned ? [t('posts.pinned')] : []),
    ...(isLocked ? curtain : []),
    description,
    ...(pictures > 1 ? [t('posts.album.count', { count: pictures })] : []),
    ...(isMarked ? [t('profiles.protected')] : []),
  ]

  return (
    <li className="post-tile">
      <div aria-hidden={isLocked || isStill} className="relative size-full">
        <PostPicture post={post} curtain="tile" boxes={BOXES} eager={eager} />
      </div>
      {post.pinned && (
        <span aria-hidden="true" className="on-picture-pill top-1.5 left-1.5 md:top-2.5 md:left-2.5">
          <Pin className="size-3.5" />
          {t('posts.pinned')}
        </span>
      )}
      {pictures > 1 && (
        <span aria-hidden="true" className="on-picture-pill top-1.5 right-1.5 md:top-2.5 md:right-2.5">
          <Images className="size-3.5" />
          {pictures}
        </span>
      )}
      {isMarked && (
        <span aria-hidden="true" className="on-picture-pill bottom-1.5 left-1.5 md:bottom-2.5 md:left-2.5">
          <LockKeyhole className="size-3.5" />
          {t('profiles.protected')}
        </span>
      )}
      {isStill ? (
        <span className="sr-only">{name.join(' · ')}</span>
      ) : (
        <Link {...postLink(post.id)} aria-label={name.join(' · ')} className="post-tile-link absolute inset-0" />
      )}
    </li>
  )
}

/** The placeholder while the grid loads. */
export function GridSkeleton() {
  return (
    <Loading>
      <div className={GRID}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} shape="box" className="aspect-4/5 rounded-sm md:rounded-md" />
        ))}
      </div>
    </Loading>
  )
}
