import { Undo2, X } from 'lucide-react'
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

const LazyDeclineDialog = lazyOverlay(async () => (await import('./decline-dialog.tsx')).DeclineDialog)
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
  const { state, period, charged, refunded, country, created_at } = order
  const { withdrawal_asked_at, withdrawal_declined_at, withdrawal_answer } = order
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
            <Pill colour={state === 'paid' && withdrawal_declined_at === null ? 'err' : 'neutral'} isLong>
              {t('payments.desk.asked', { date: dateText(withdrawal_asked_at, language, 'day') })}
            </Pill>
          )}
          {withdrawal_declined_at !== null && (
            <Pill isLong>
              {t('payments.desk.declined', { date: dateText(withdrawal_declined_at, language, 'day') })}
            </Pill>
          )}
        </>
      }
    >
      {withdrawal_answer !== null && (
        <p className="mt-2.5 text-small wrap-anywhere whitespace-pre-line text-soft">
          {t('payments.desk.answer', { answer: withdrawal_answer })}
        </p>
      )}
      <Acts order={order} sale={sale} card={card} />
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

interface ActProps {
  order: StaffOrder
  sale: string
  card: RefObject<HTMLLIElement | null>
}

/** What an admin can do. A dialog outlives its button, which goes when it is done: then the card gets the focus. */
function Acts({ order, sale, card }: ActProps) {
  const { t } = useTranslation()
  const { state, withdrawal_asked_at, withdrawal_declined_at } = order
  const refund = useAct(card)
  const decline = useAct(card)
  const canRefund = state === 'paid' && centsOf(order.refunded) < centsOf(order.charged)
  const canDecline = state === 'paid' && withdrawal_asked_at !== null && withdrawal_declined_at === null
  return (
    <>
      {(canRefund || canDecline) && (
        <div className="mt-4 flex flex-wrap gap-2.5">
          {canRefund && (
            <Button {...refund.button} icon={<Undo2 aria-hidden="true" />}>
              {t('payments.desk.refund')}
              <span className="sr-only"> {t('payments.desk.refund_of', { name: sale })}</span>
            </Button>
          )}
          {canDecline && (
            <Button {...decline.button} icon={<X aria-hidden="true" />}>
              {t('payments.desk.decline')}
              <span className="sr-only"> {t('payments.desk.refund_of', { name: sale })}</span>
            </Button>
          )}
        </div>
      )}
      <LazyRefundDialog order={order} {...refund.dialog} />
      <LazyDeclineDialog order={order} {...decline.dialog} />
    </>
  )
}

/** A button and the dialog that it opens. What was done may take the button away, later than the dialog closes. */
function useAct(card: RefObject<HTMLLIElement | null>) {
  const ref = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const [open, setOpen] = useState(false)
  return {
    button: {
      ref,
      size: 'sm',
      variant: 'secondary',
      'aria-haspopup': 'dialog',
      onClick: () => setOpen(true),
    } as const,
    dialog: {
      open,
      onClose: () => setOpen(false),
      onDone: () => {
        isDone.current = true
        setOpen(false)
      },
      returnFocus: () => (isDone.current ? card.current : (ref.current ?? card.current)),
    },
  }
}
