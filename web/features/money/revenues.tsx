import { Download, Wallet } from 'lucide-react'
import { centsOf } from '#contract/fees.ts'
import type { Revenues as RevenuesAnswer } from '#contract/money.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Figure, Panel } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useRevenuesFileMutation, useRevenuesQuery } from './queries.ts'
import { RevenueBreakdown } from './revenue-breakdown.tsx'
import { MonthTable, PeriodTable } from './revenue-tables.tsx'
import { ShareChart } from './share-chart.tsx'

/** A creator's earnings. */
export function Revenues() {
  const { t } = useTranslation()
  const { data: revenues, error, refetch, isRefetching } = useRevenuesQuery()

  if (!revenues) {
    if (!error) return <RevenuesSkeleton />
    return (
      <LoadFailure
        title={t('money.revenues.failed')}
        error={error}
        retry={t('money.revenues.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }

  const { active_subscribers, months, periods, reversals } = revenues
  if (months.length === 0) {
    return (
      <div className="flex flex-col gap-5 lg:gap-6">
        <EmptyState icon={<Wallet />} title={t('money.revenues.empty')} text={t('money.revenues.empty_text')} />
        {active_subscribers > 0 && <Subscribers count={active_subscribers} hasPayments={false} />}
      </div>
    )
  }
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-6">
      <ShareChart months={months} />
      <RevenueBreakdown revenues={revenues} />
      <PeriodTable periods={periods} />
      <Subscribers count={active_subscribers} hasPayments />
      {reversals && <GivenBack reversals={reversals} />}
      <MonthTable months={months} />
    </div>
  )
}

/** The number of active subscribers, and the download of all payments if there are any. */
function Subscribers({ count, hasPayments }: { count: number; hasPayments: boolean }) {
  const { t, language } = useTranslation()
  return (
    <Panel title={t('money.revenues.subscribers')} isQuiet>
      <Figure>{count.toLocaleString(language)}</Figure>
      <p className="mt-1 text-small text-mute">{t('money.revenues.subscribers_text')}</p>
      {hasPayments && <FileButton />}
    </Panel>
  )
}

/** What went back to fans, or is disputed by them. */
function GivenBack({ reversals }: { reversals: NonNullable<RevenuesAnswer['reversals']> }) {
  const { t, language } = useTranslation()
  const minus = (amount: string) => {
    const text = euros(amount, language)
    return centsOf(amount) === 0 ? text : t('money.revenues.minus', { amount: text })
  }
  return (
    <Panel title={t('money.revenues.given_back')} className="lg:col-span-2">
      <dl>
        {(['refunded', 'disputed'] as const).map((name) => (
          <div
            key={name}
            className="flex justify-between gap-5 border-t border-dashed border-line py-2.75 first:border-t-0"
          >
            <dt className="text-soft">{t(`money.revenues.${name}`)}</dt>
            <dd className="num text-title-sm one-line">{minus(reversals[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3.5 text-small text-pretty text-mute">{t('money.revenues.given_back_text')}</p>
    </Panel>
  )
}

function FileButton() {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRevenuesFileMutation()
  return (
    <div className="mt-5 flex flex-col items-start gap-2.5 border-t border-dashed border-line pt-5">
      <Button variant="secondary" size="sm" icon={<Download />} loading={isPending} onClick={() => mutate()}>
        {t('money.revenues.download')}
      </Button>
      <p className="text-small text-mute">{t('money.revenues.download_text')}</p>
      {error && (
        <Alert type="error" look="bare">
          {t('money.revenues.download_failed', { reason: errorText(error) })}
        </Alert>
      )}
    </div>
  )
}

const BARS = ['h-1/4', 'h-2/5', 'h-1/3', 'h-1/2', 'h-2/3', 'h-4/5']
const LINES = ['paid', 'vat', 'price', 'platform', 'banking', 'keep']
const PANEL = 'rounded-card border border-line bg-surface p-5.5 md:px-7 md:py-6.5'

function RevenuesSkeleton() {
  return (
    <Loading className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_424px] lg:gap-6">
      <div className={PANEL}>
        <Skeleton shape="line" className="w-2/5" />
        <Skeleton shape="box" className="mt-3 h-12 w-3/5" />
        <div className="mt-6 flex h-42.5 items-end gap-2 border-b border-line md:h-62.5 md:gap-3.5">
          {BARS.map((height) => (
            <div key={height} className="flex h-full flex-1 items-end justify-center">
              <div className={`skeleton w-full max-w-14 rounded-t-pill ${height}`} />
            </div>
          ))}
        </div>
      </div>
      <div className={PANEL}>
        <Skeleton shape="box" className="mb-6 h-12.5 w-full" />
        {LINES.map((line) => (
          <div key={line} className="flex justify-between gap-5 border-t border-dashed border-line py-4">
            <Skeleton shape="line" className="w-2/5" />
            <Skeleton shape="line" className="w-1/5" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
