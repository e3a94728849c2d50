import { Image } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { PagedPosts } from './paged-posts.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

export interface FeedProps {
  /** Whose posts are their own. */
  viewer_id: string
  /** The way to write to the author of a post. */
  message: (post: Post) => ReactNode
  /** Whether the author of a post has stories up. */
  ringOf?: (post: Post) => AvatarProps['ring']
  onEdit?: (post: Post) => void
  onDelete?: (post: Post) => void
}

/** Everyone's posts, newest first, without an end. */
export function Feed({ viewer_id, message, ringOf, onEdit, onDelete }: FeedProps) {
  const { t } = useTranslation()
  const query = usePostsQuery()
  const { posts } = query
  const list = useRef<HTMLDivElement>(null)
  return (
    <PagedPosts
      query={query}
      count={posts.length}
      list={list}
      focusable=":scope > article"
      skeleton={
        <Loading>
          <PostSkeleton />
          <PostSkeleton />
        </Loading>
      }
      empty={
        <EmptyState icon={<Image />} title={t('home.empty')} text={t('home.empty_text')} action={<FindCreators />} />
      }
      saysWhereItEnds
    >
      <div
        ref={list}
        role="feed"
        aria-label={t('home.posts')}
        aria-busy={query.isFetchingNextPage}
        onKeyDown={turnPage}
      >
        {posts.map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            place={index + 1}
            total={query.hasNextPage ? -1 : posts.length}
            message={message(post)}
            ring={ringOf?.(post)}
            isOwn={post.profile_id === viewer_id}
            onEdit={onEdit && (() => onEdit(post))}
            onDelete={onDelete && (() => onDelete(post))}
          />
        ))}
      </div>
    </PagedPosts>
  )
}

function articlesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > article') ?? [])]
}

/** Page Down and Page Up go from post to post, as screen readers expect of a feed. */
function turnPage(event: KeyboardEvent<HTMLElement>) {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (step === undefined) return
  const articles = articlesIn(event.currentTarget)
  const here = articles.findIndex((article) => article.contains(document.activeElement))
  const there = articles[here + step]
  if (here < 0 || !there) return
  event.preventDefault()
  there.focus()
}
