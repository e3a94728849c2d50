import { Flag, Gavel } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { HandledPost } from './handled-post.tsx'
import { useReportsQuery } from './queries.ts'
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
  const query = useReportsQuery(state)
  const list = useRef<HTMLDivElement>(null)
  const posts = postsIn(query.data)
  return (
    <PagedList
      query={query}
      count={posts.length}
      list={list}
      focusable=":scope > article"
      skeleton={<ReportsSkeleton />}
      empty={
        state === 'open' ? (
          <EmptyState icon={<Flag />} title={t('admin.no_reports')} text={t('admin.no_reports_text')} />
        ) : (
          <EmptyState
            icon={<Gavel />}
            title={t('admin.reports_page.no_handled')}
            text={t('admin.reports_page.no_handled_text')}
          />
        )
      }
      words={{
        failed: t('admin.reports_page.failed'),
        more_failed: t('admin.reports_page.more_failed'),
        retry: t('admin.reports_page.retry'),
        more: t('admin.reports_page.more'),
      }}
      ahead_px={AHEAD_PX}
      size="md"
      endClassName="pt-6"
    >
      <div ref={list} className="flex flex-col gap-4">
        {posts.map((post) =>
          post.handled ? (
            <HandledPost key={keyOf(post)} post={post} handled={post.handled} />
          ) : (
            <WaitingPost key={keyOf(post)} post={post} judge={judge} />
          ),
        )}
      </div>
    </PagedList>
  )
}
