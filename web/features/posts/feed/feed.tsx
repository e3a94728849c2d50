import { Image } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import type { AfterDeletion } from '#web/features/posts/publish/own-post-dialogs.tsx'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useInstalledApp } from '#web/ui/use-media-query.ts'
import { LazyPullToRefresh } from './lazy-pull-to-refresh.tsx'
import { NewPosts } from './new-posts.tsx'
import { PagedPosts } from './paged-posts.tsx'
import { PostCard, PostSkeleton } from './post-card.tsx'
import { useIsRefreshing } from './refresh-feed.ts'
import { useSavedFeedQuery, useSaveFeed } from './use-saved-feed.ts'

export interface FeedProps {
  /** The signed-in user, who may edit and delete their own posts. */
  viewer_id: string
  /** Renders the button that writes to the author of a post. */
  message: (post: Post) => ReactNode
  /** The story ring around the author's portrait. */
  ringOf?: (post: Post) => AvatarProps['ring']
  onEdit?: (post: Post) => void
  onDelete?: (post: Post) => void
}

/** Infinite scrolling over everyone's posts, newest first. */
export function Feed({ viewer_id, message, ringOf, onEdit, onDelete }: FeedProps) {
  const { t } = useTranslation()
  const query = usePostsQuery()
  const { posts } = query
  const list = useRef<HTMLDivElement>(null)
  const isRefreshing = useIsRefreshing()
  const isInstalled = useInstalledApp()
  useSaveFeed(query.data?.pages[0])
  const { data: saved } = useSavedFeedQuery(query.data ? null : query.failureReason)
  if (saved && !query.data) {
    const { SavedPosts, feed } = saved
    return <SavedPosts feed={feed} viewer_id={viewer_id} onRetry={query.refetch} isRetrying={query.isFetching} />
  }
  return (
    <>
      <NewPosts first={posts[0]?.id} />
      {isInstalled && <LazyPullToRefresh />}
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
          <EmptyState
            icon={<Image />}
            title={t('posts.feed.empty')}
            text={t('posts.feed.empty_text')}
            action={<FindCreators />}
          />
        }
        showsEnd
      >
        <div
          ref={list}
          role="feed"
          aria-label={t('posts.feed.posts')}
          aria-busy={query.isFetchingNextPage || isRefreshing}
          onKeyDown={movePost}
        >
          {posts.map((post, index) => (
            <PostCard
              key={post.id}
              post={post}
              position={index + 1}
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
    </>
  )
}

function articlesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > article') ?? [])]
}

/** Keyboard navigation of the ARIA feed pattern: Page Down and Page Up move from post to post. */
function movePost(event: KeyboardEvent<HTMLElement>) {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (step === undefined) return
  const articles = articlesIn(event.currentTarget)
  const current = articles.findIndex((article) => article.contains(document.activeElement))
  const target = articles[current + step]
  if (current < 0 || !target) return
  event.preventDefault()
  target.focus()
}

/** Focus management after a deletion: the focus moves to the next post in the feed, otherwise to the previous one. */
export function useFeedFocus(): AfterDeletion {
  const neighbour = useRef<Element | null>(null)

  function onDeleted({ id }: Post) {
    const card = document.querySelector(`[role=feed] > article:has(a[href*="post=${CSS.escape(id)}"])`)
    neighbour.current = card?.nextElementSibling ?? card?.previousElementSibling ?? null
  }

  function focusAfter() {
    const control = neighbour.current?.isConnected && neighbour.current.querySelector<HTMLElement>('a, button')
    return control || document.querySelector('main')
  }

  return { onDeleted, focusAfter }
}
