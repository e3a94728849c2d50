import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { centsOf } from '#contract/fees.ts'
import type { StaffOrder } from '#contract/payments.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

const LazyRefundDialog = lazyOverlay(async () => (await import('./refund-dialog.tsx')).RefundDialog)

const COLOURS: Record<StaffOrder['state'], NonNullable<PillProps['colour']>> = {
  waiting: 'brass',
  paid: 'ok',
  failed: 'neutral',
  expired: 'neutral',
  refunded: 'info',
}

/** An order: who bought what from whom, what was paid, and what was given back. */
export function OrderCard({ order }: { order: StaffOrder }) {
  const { t, language } = useTranslation()
  const nameId = useId()
  const { state, period, charged, refunded, country, created_at, withdrawal_asked_at } = order
  const gone = t('payments.desk.gone')
  const sale = t('payments.desk.sale', { fan: order.fan ?? gone, creator: order.creator ?? gone })
  return (
    <li
      aria-labelledby={nameId}
      tabIndex={-1}
      className="rounded-card border border-line bg-surface px-4 py-4 md:px-5.5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="font-semibold wrap-anywhere">
            {sale}
          </h2>
          <p className="text-small text-mute">
            {t('payments.desk.ordered', {
              period: t(`payments.desk.${period}`),
              date: dateText(created_at, language, 'moment'),
            })}
          </p>
        </div>
        <Amounts charged={charged} refunded={refunded} />
      </div>
      <p className="mt-2.5 flex flex-wrap gap-2">
        <Pill colour={COLOURS[state]}>{t(`payments.desk.state_${state}`)}</Pill>
        <Pill>{t('payments.desk.country', { country: countryName(country, language) })}</Pill>
        {withdrawal_asked_at !== null && (
          <Pill colour="err" isLong>
            {t('payments.desk.asked', { date: dateText(withdrawal_asked_at, language, 'day') })}
          </Pill>
        )}
      </p>
      {state === 'paid' && centsOf(refunded) < centsOf(charged) && <RefundButton order={order} sale={sale} />}
    </li>
  )
}

function Amounts({ charged, refunded }: Pick<StaffOrder, 'charged' | 'refunded'>) {
  const { t, language } = useTranslation()
  return (
    <dl className="flex flex-none gap-6 text-right">
      <div>
        <dt className="text-small text-mute">{t('payments.desk.charged')}</dt>
        <dd className="num text-title-sm leading-title one-line">{euros(charged, language)}</dd>
      </div>
      {centsOf(refunded) > 0 && (
        <div>
          <dt className="text-small text-mute">{t('payments.desk.refunded')}</dt>
          <dd className="num text-title-sm leading-title one-line">{euros(refunded, language)}</dd>
        </div>
      )}
    </dl>
  )
}

function RefundButton({ order, sale }: { order: StaffOrder; sale: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        className="mt-4"
        icon={<Undo2 aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('payments.desk.refund')}
        <span className="sr-only"> {t('payments.desk.refund_of', { name: sale })}</span>
      </Button>
      <LazyRefundDialog order={order} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
