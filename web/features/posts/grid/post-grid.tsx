import { Images } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { PagedPosts } from '#web/features/posts/feed/paged-posts.tsx'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { PostTile } from './post-tile.tsx'

/** These are in view at once, on a large screen at least. */
const FIRST = 6

/** Two beside each other on phones, where they reach nearly to the edge, and three elsewhere. */
const GRID = 'grid grid-cols-2 gap-1.5 max-md:-mx-2.5 md:grid-cols-3 md:gap-5'

export interface PostGridProps {
  username: string
  /** What stands under 'No posts yet'. */
  emptyText: string
  emptyAction?: ReactNode
}

/** A creator's posts, newest first, without an end. */
export function PostGrid({ username, emptyText, emptyAction }: PostGridProps) {
  const { t } = useTranslation()
  const query = usePostsQuery(username)
  const { posts } = query
  const grid = useRef<HTMLUListElement>(null)
  return (
    <PagedPosts
      query={query}
      count={posts.length}
      list={grid}
      focusable=":scope > li > a"
      skeleton={<GridSkeleton />}
      empty={<EmptyState icon={<Images />} title={t('profile.no_posts')} text={emptyText} action={emptyAction} />}
      // The end of a short grid is in view anyway.
      saysWhereItEnds={(query.data?.pages.length ?? 0) > 1}
    >
      <ul ref={grid} aria-label={t('profile.posts')} className={cx(GRID, 'mb-7')}>
        {posts.map((post, index) => (
          <PostTile key={post.id} post={post} eager={index < FIRST} />
        ))}
      </ul>
    </PagedPosts>
  )
}

/** The shape of what comes. */
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
