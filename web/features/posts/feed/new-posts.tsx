import { ArrowUp } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { scrollToTop } from '#web/lib/scroll-to-top.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useHasNewPosts, useIsRefreshing, useRefreshFeedMutation } from './refresh-feed.ts'

/** Above the feed: that there are newer posts, or that they are being fetched. It floats, so that nothing below moves. */
export function NewPosts({ first }: { first: string | undefined }) {
  const { t } = useTranslation()
  const hasNew = useHasNewPosts(first)
  const isRefreshing = useIsRefreshing()
  const refresh = useRefreshFeedMutation()

  function show() {
    scrollToTop()
    refresh.mutate()
  }

  if (!isRefreshing && !hasNew) return null
  return (
    <div role="status" className="pointer-events-none sticky top-18 low:top-3 z-header -mb-px h-px md:top-22">
      {isRefreshing ? (
        <p className="mx-auto grid size-11 place-items-center rounded-full bg-surface text-brass-ink shadow-2">
          <Spinner />
          <span className="sr-only">{t('posts.feed.refreshing')}</span>
        </p>
      ) : (
        <Button
          size="sm"
          icon={<ArrowUp aria-hidden="true" />}
          onClick={show}
          className="pointer-events-auto mx-auto flex! shadow-2 motion-safe:animate-appear"
        >
          {t('posts.feed.new_posts')}
        </Button>
      )}
    </div>
  )
}
