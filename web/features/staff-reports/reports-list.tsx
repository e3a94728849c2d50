import { Flag, Gavel } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { HandledPost } from './handled-post.tsx'
import { useReportPages } from './queries.ts'
import { keyOf, postsIn, type ReportState } from './report-lists.ts'
import { ReportsSkeleton } from './reports-skeleton.tsx'
import { type Judge, WaitingPost } from './waiting-post.tsx'

const AHEAD_PX = 1200

export interface ReportsListProps {
  state: ReportState
  judge: Judge
}

/** Reported posts: what waits to be judged, or what was. */
export function ReportsList({ state, judge }: ReportsListProps) {
  const { t } = useTranslation()
  const { data, isPending, isLoadingError, error, isRefetching, refetch, ...more } = useReportPages(state)
  const list = useRef<HTMLDivElement>(null)
  const posts = postsIn(data)
  const awaitMore = useFocusOnMore(
    posts.length,
    (place) => list.current?.querySelectorAll<HTMLElement>(':scope > article')[place],
  )

  if (isPending) return <ReportsSkeleton />
  if (isLoadingError) {
    return (
      <LoadFailure
        title={t('admin.reports_page.failed')}
        error={error}
        retry={t('admin.reports_page.retry')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (posts.length === 0) {
    return state === 'open' ? (
      <EmptyState icon={<Flag />} title={t('admin.no_reports')} text={t('admin.no_reports_text')} />
    ) : (
      <EmptyState
        icon={<Gavel />}
        title={t('admin.reports_page.no_handled')}
        text={t('admin.reports_page.no_handled_text')}
      />
    )
  }
  return (
    <>
      <div ref={list} className="flex flex-col gap-4">
        {posts.map((post) =>
          post.handled ? (
            <HandledPost key={keyOf(post)} post={post} handled={post.handled} />
          ) : (
            <WaitingPost key={keyOf(post)} post={post} judge={judge} />
          ),
        )}
      </div>
      <ListEnd
        {...more}
        words={{
          more: t('admin.reports_page.more'),
          failed: t('admin.reports_page.more_failed'),
          retry: t('admin.reports_page.retry'),
        }}
        ahead_px={AHEAD_PX}
        className="flex flex-col items-center gap-4 pt-6"
        onAsked={awaitMore}
      />
    </>
  )
}
