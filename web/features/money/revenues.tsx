import { Wallet } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { AddsUp } from './adds-up.tsx'
import { Kinds } from './kinds.tsx'
import { MonthTable } from './month-table.tsx'
import { useRevenuesQuery } from './queries.ts'
import { RevenuesSkeleton } from './revenues-skeleton.tsx'
import { ShareChart } from './share-chart.tsx'
import { Subscribers } from './subscribers.tsx'

/** What a creator earned. */
export function Revenues() {
  const { t } = useTranslation()
  const { data: revenues, error, refetch, isRefetching } = useRevenuesQuery()

  if (!revenues) {
    if (!error) return <RevenuesSkeleton />
    return (
      <LoadFailure
        title={t('revenues.failed')}
        error={error}
        retry={t('revenues.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }

  const { active_subscribers, months, periods } = revenues
  if (months.length === 0) {
    return (
      <div className="flex flex-col gap-5 lg:gap-6">
        <EmptyState icon={<Wallet />} title={t('revenues.empty')} text={t('revenues.empty_text')} />
        {active_subscribers > 0 && <Subscribers count={active_subscribers} hasPayments={false} />}
      </div>
    )
  }
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-6">
      <ShareChart months={months} />
      <AddsUp revenues={revenues} />
      <Kinds periods={periods} />
      <Subscribers count={active_subscribers} hasPayments />
      <MonthTable months={months} />
    </div>
  )
}
