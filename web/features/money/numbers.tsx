import { ChartColumn } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { dollars } from '#web/lib/money.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { metricName } from './metric-name.ts'
import { useNumbersQuery } from './queries.ts'

const GRID = 'grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3'
const CARD = 'min-w-0 rounded-card border border-line bg-surface px-6.5 py-6'
const SKELETONS = ['one', 'two', 'three', 'four', 'five']

/** The platform's metrics for staff: a card for each one that the server sends. */
export function Numbers() {
  const { t, language } = useTranslation()
  const { data, error, refetch, isRefetching } = useNumbersQuery()

  if (!data) {
    if (!error) return <NumbersSkeleton />
    return (
      <LoadFailure
        title={t('money.numbers.failed')}
        error={error}
        retry={t('money.numbers.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }

  const metrics = Object.entries(data.numbers)
  if (metrics.length === 0)
    return <EmptyState icon={<ChartColumn />} title={t('money.numbers.none')} text={t('money.numbers.none_text')} />
  return (
    <dl className={GRID}>
      {metrics.map(([name, amount]) => (
        <div key={name} className={CARD}>
          <dt className="text-soft wrap-anywhere">{metricName(name)}</dt>
          <dd className="num mt-2 sum-md wrap-anywhere">{dollars(amount, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function NumbersSkeleton() {
  return (
    <Loading className={GRID}>
      {SKELETONS.map((key) => (
        <div key={key} className={CARD}>
          <Skeleton shape="line" className="w-2/5" />
          <Skeleton shape="box" className="mt-4 h-9 w-3/5" />
        </div>
      ))}
    </Loading>
  )
}
