import { Undo2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { centsOf } from '#contract/fees.ts'
import type { StaffOrder } from '#contract/payments.ts'
import { countryName } from '#web/lib/countries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DeskCard } from '#web/ui/desk-card.tsx'
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
  const card = useRef<HTMLLIElement>(null)
  const { state, period, charged, refunded, country, created_at, withdrawal_asked_at } = order
  const gone = t('payments.desk.gone')
  const sale = t('payments.desk.sale', { fan: order.fan ?? gone, creator: order.creator ?? gone })
  return (
    <DeskCard
      ref={card}
      title={sale}
      text={t('payments.desk.ordered', {
        period: t(`payments.desk.${period}`),
        date: dateText(created_at, language, 'moment'),
      })}
      amounts={<Amounts state={state} charged={charged} refunded={refunded} />}
      pills={
        <>
          <Pill colour={COLOURS[state]}>{t(`payments.desk.state_${state}`)}</Pill>
          <Pill>{t('payments.desk.country', { country: countryName(country, language) })}</Pill>
          {withdrawal_asked_at !== null && (
            <Pill colour={state === 'paid' ? 'err' : 'neutral'} isLong>
              {t('payments.desk.asked', { date: dateText(withdrawal_asked_at, language, 'day') })}
            </Pill>
          )}
        </>
      }
    >
      <Refund order={order} sale={sale} card={card} />
    </DeskCard>
  )
}

function Amounts({ state, charged, refunded }: Pick<StaffOrder, 'state' | 'charged' | 'refunded'>) {
  const { t, language } = useTranslation()
  const isTaken = state === 'paid' || state === 'refunded'
  return (
    <dl className="flex flex-none gap-6 text-right">
      <div>
        <dt className="text-small text-mute">{t(isTaken ? 'payments.desk.charged' : 'payments.desk.to_pay')}</dt>
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

interface RefundProps {
  order: StaffOrder
  sale: string
  card: RefObject<HTMLLIElement | null>
}

/** The dialog outlives its button, which goes when nothing is left to refund: then the card gets the focus. */
function Refund({ order, sale, card }: RefundProps) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isPossible = order.state === 'paid' && centsOf(order.refunded) < centsOf(order.charged)
  return (
    <>
      {isPossible && (
        <Button
          ref={button}
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
      )}
      <LazyRefundDialog
        order={order}
        open={isOpen}
        onClose={() => setOpen(false)}
        returnFocus={() => button.current ?? card.current}
      />
    </>
  )
}
