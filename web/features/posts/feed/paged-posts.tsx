import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { PagedList, type PagedListProps } from '#web/ui/paged-list.tsx'

/** The next page is prefetched when the end of the list is this close to the window. */
const AHEAD_PX = 1600

export interface PagedPostsProps
  extends Pick<PagedListProps, 'query' | 'count' | 'list' | 'focusable' | 'skeleton' | 'empty' | 'children'> {
  /** Whether a line after the last post says that there are no more. */
  showsEnd: boolean
}

/** Infinite list of posts, in the feed and on a creator's profile. */
export function PagedPosts({ showsEnd, ...props }: PagedPostsProps) {
  const { t } = useTranslation()
  return (
    <PagedList
      {...props}
      words={{
        failed: t('posts.feed.failed'),
        more_failed: t('posts.feed.more_failed'),
        retry: t('posts.retry'),
        more: t('posts.feed.more'),
      }}
      ahead_px={AHEAD_PX}
      size="md"
      endClassName="border-t border-line pt-8 pb-4"
      end={showsEnd && <p className="feed-end cue">{t('posts.feed.end')}</p>}
    />
  )
}
