import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { PagedList, type PagedListProps } from '#web/ui/paged-list.tsx'

const AHEAD_PX = 1600

export interface PagedPostsProps
  extends Pick<PagedListProps, 'query' | 'count' | 'list' | 'focusable' | 'skeleton' | 'empty' | 'children'> {
  /** After the last page a quiet mark says that nothing follows. */
  saysWhereItEnds: boolean
}

/** An infinite list of posts, in the feed and on a creator's page. */
export function PagedPosts({ saysWhereItEnds, ...props }: PagedPostsProps) {
  const { t } = useTranslation()
  return (
    <PagedList
      {...props}
      words={{
        failed: t('home.failed'),
        more_failed: t('home.more_failed'),
        retry: t('posts.retry'),
        more: t('home.more'),
      }}
      ahead_px={AHEAD_PX}
      size="md"
      endClassName="border-t border-line pt-8 pb-4"
      end={saysWhereItEnds && <p className="feed-end cue">{t('home.end')}</p>}
    />
  )
}
