import { Wallet, WifiOff } from 'lucide-react'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddsUp } from './adds-up.tsx'
import { Kinds } from './kinds.tsx'
import { MonthTable } from './month-table.tsx'
import { useRevenues } from './queries.ts'
import { RevenuesSkeleton } from './revenues-skeleton.tsx'
import { ShareChart } from './share-chart.tsx'
import { Subscribers } from './subscribers.tsx'

/** What a creator earned. */
export function Revenues() {
  const { t } = useTranslation()
  const { data: revenues, error, refetch, isRefetching } = useRevenues()

  if (!revenues) {
    if (!error) return <RevenuesSkeleton />
    return (
      <EmptyState
        icon={<WifiOff />}
        title={t('revenues.failed')}
        text={errorText(error)}
        action={
          <Button variant="secondary" size="sm" loading={isRefetching} onClick={() => void refetch()}>
            {t('revenues.try_again')}
          </Button>
        }
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
