import { Armchair } from 'lucide-react'
import type { Insights as InsightsAnswer } from '#contract/insights.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CurveChart } from './curve-chart.tsx'
import { Figures } from './figures.tsx'
import { PostTable } from './post-table.tsx'
import { useInsightPostsQuery, useInsightsQuery } from './queries.ts'
import { StoryList } from './story-list.tsx'

interface InsightsProps {
  /** Undefined for the last 30 days. */
  month: string | undefined
  username: string
}

/** Who saw what, and what came of it. */
export function Insights({ month, username }: InsightsProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isRefetching, isPlaceholderData } = useInsightsQuery(month)
  const posts = useInsightPostsQuery(month)
  if (!data) {
    if (!error) return <InsightsSkeleton />
    return (
      <LoadFailure
        title={t('insights.failed')}
        error={error}
        retry={t('insights.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (isEmpty(data) && month === undefined)
    return <EmptyState icon={<Armchair />} title={t('insights.empty')} text={t('insights.empty_text')} />
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid gap-5 lg:grid-cols-5 lg:gap-6', isPlaceholderData && 'opacity-60')}
    >
      <section className="min-w-0 rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5 lg:col-span-5">
        <Figures insights={data} posts={posts.posts} isMonth={month !== undefined} />
        <div className="mt-7">
          <CurveChart days={data.days} />
        </div>
      </section>
      <PostTable query={posts} username={username} />
      <StoryList stories={data.stories} subscribers={data.subscribers} />
    </div>
  )
}

/** Nothing was published, seen, liked or subscribed to, now or before. */
function isEmpty({ people, likes, new_subscribers, left, days, stories, subscribers }: InsightsAnswer): boolean {
  const figures = [people, likes, new_subscribers, left]
  return (
    figures.every(({ count, before }) => count === 0 && !before) &&
    days.every(({ posts }) => posts === 0) &&
    stories.length === 0 &&
    subscribers === 0
  )
}

function InsightsSkeleton() {
  return (
    <Loading className="grid gap-5 lg:gap-6">
      <div className="rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5">
        <Skeleton shape="line" className="w-2/5" />
        <Skeleton shape="box" className="mt-3 h-12 w-3/5" />
        <Skeleton shape="box" className="mt-7 h-45 w-full md:h-56" />
      </div>
      <Skeleton shape="box" className="h-50 w-full rounded-card" />
    </Loading>
  )
}
