import { Flag, Gavel } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { HandledPost } from './handled-post.tsx'
import { OpenPost, type Reviewer } from './open-post.tsx'
import { useReportsQuery } from './queries.ts'
import { keyOf, postsIn, type ReportState } from './report-lists.ts'
import { CARD, CARD_PICTURE, CARD_WORDS } from './reported-card.tsx'

const PREFETCH_PX = 1200

export interface ReportsListProps {
  state: ReportState
  reviewer: Reviewer
}

/** The infinite list of open or handled reported posts. */
export function ReportsList({ state, reviewer }: ReportsListProps) {
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
          <EmptyState icon={<Flag />} title={t('reports.none')} text={t('reports.none_text')} />
        ) : (
          <EmptyState icon={<Gavel />} title={t('reports.no_handled')} text={t('reports.no_handled_text')} />
        )
      }
      words={{
        failed: t('reports.failed'),
        more_failed: t('reports.more_failed'),
        retry: t('reports.retry'),
        more: t('reports.more'),
      }}
      ahead_px={PREFETCH_PX}
      size="md"
      endClassName="pt-6"
    >
      <div ref={list} className="flex flex-col gap-4">
        {posts.map((post) =>
          post.handled ? (
            <HandledPost key={keyOf(post)} post={post} handled={post.handled} />
          ) : (
            <OpenPost key={keyOf(post)} post={post} reviewer={reviewer} />
          ),
        )}
      </div>
    </PagedList>
  )
}

function ReportsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4">
      <CardSkeleton />
      <CardSkeleton />
    </Loading>
  )
}

function CardSkeleton() {
  return (
    <div className={CARD}>
      <div className={CARD_PICTURE}>
        <Skeleton shape="box" className="size-full rounded-none">
          <Spinner size="lg" />
        </Skeleton>
      </div>
      <div className={cx(CARD_WORDS, 'flex flex-col gap-3.5')}>
        <div className="flex min-h-11 items-center gap-3">
          <Skeleton shape="circle" className="size-8.5 flex-none" />
          <Skeleton shape="line" className="w-27.5" />
        </div>
        <Skeleton shape="line" />
        <Skeleton shape="line" className="w-3/5" />
      </div>
    </div>
  )
}
