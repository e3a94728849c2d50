import { WifiOff } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import type { SavedFeed } from '#web/lib/saved-feed.ts'
import { Button } from '#web/ui/button.tsx'
import { PostCard } from './post-card.tsx'

interface SavedPostsProps {
  feed: SavedFeed
  viewer_id: string
  onRetry: () => unknown
  isRetrying: boolean
}

/** The feed of the last visit, in place of one that cannot be loaded without a network. */
export function SavedPosts({ feed, viewer_id, onRetry, isRetrying }: SavedPostsProps) {
  const { t, language } = useTranslation()
  const { posts, saved_at } = feed
  return (
    <>
      <div role="status" className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-4 py-3">
        <WifiOff aria-hidden="true" className="size-icon-lg flex-none stroke-icon text-soft" />
        <p className="flex-1 basis-60 text-label text-soft">
          {t('posts.feed.saved', { time: dateText(saved_at, language, 'weekday_time') })}
        </p>
        <Button variant="ghost" size="sm" loading={isRetrying} onClick={() => void onRetry()}>
          {t('posts.retry')}
        </Button>
      </div>
      <div role="feed" aria-label={t('posts.feed.posts')}>
        {posts.map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            position={index + 1}
            total={posts.length}
            message={null}
            isOwn={post.profile_id === viewer_id}
          />
        ))}
      </div>
    </>
  )
}
