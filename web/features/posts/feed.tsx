import { Image } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { AvatarProps } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { MorePosts } from './more-posts.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
import { usePosts } from './queries.ts'

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
  const { posts, isPending, isLoadingError, error, refetch, ...more } = usePosts()
  const list = useRef<HTMLDivElement>(null)
  const awaitMore = useFocusOnMore(posts.length, (place) => articlesIn(list.current)[place])

  if (isPending) {
    return (
      <Loading>
        <PostSkeleton />
        <PostSkeleton />
      </Loading>
    )
  }
  if (isLoadingError) {
    return <LoadFailure title={t('home.failed')} error={error} retry={t('posts.retry')} onRetry={refetch} />
  }
  if (posts.length === 0) {
    return <EmptyState icon={<Image />} title={t('home.empty')} text={t('home.empty_text')} action={<FindCreators />} />
  }

  return (
    <>
      <div ref={list} role="feed" aria-label={t('home.posts')} aria-busy={more.isFetchingNextPage} onKeyDown={turnPage}>
        {posts.map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            place={index + 1}
            total={more.hasNextPage ? -1 : posts.length}
            message={message(post)}
            ring={ringOf?.(post)}
            isOwn={post.profile_id === viewer_id}
            onEdit={onEdit && (() => onEdit(post))}
            onDelete={onDelete && (() => onDelete(post))}
          />
        ))}
      </div>
      <MorePosts {...more} onAsked={awaitMore} saysWhereItEnds />
    </>
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
