import { TriangleAlert } from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import type { UnappliedPayment } from '#contract/payments.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { money } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { DeskCard } from '#web/ui/desk-card.tsx'

const COLOURS: Record<UnappliedPayment['state'], NonNullable<PillProps['colour']>> = {
  refunding: 'brass',
  refunded: 'ok',
  failed: 'err',
  untouched: 'neutral',
}

/** Money that was taken and opened nothing: why, and whether it went back. */
export function UnappliedCard({ payment }: { payment: UnappliedPayment }) {
  const { t, language } = useTranslation()
  const { reason, reference, charged, state, order_id, created_at, currency } = payment
  return (
    <DeskCard
      title={t(`payments.desk.reason_${reason}`)}
      text={
        <>
          {t('payments.desk.reference', { reference })} ·{' '}
          {t('payments.desk.taken', { date: dateText(created_at, language, 'moment') })}
          {order_id !== null && <> · {t('payments.desk.order', { id: order_id })}</>}
        </>
      }
      amounts={
        <p className="num flex-none text-title-sm leading-title one-line">{money(charged, language, currency)}</p>
      }
      pills={
        <Pill colour={COLOURS[state]} {...(state === 'failed' && { icon: <TriangleAlert aria-hidden="true" /> })}>
          {t(`payments.desk.unapplied_${state}`)}
        </Pill>
      }
    >
      {state === 'failed' && <p className="mt-2 text-small text-soft">{t('payments.desk.unapplied_help')}</p>}
      {state === 'untouched' && <p className="mt-2 text-small text-soft">{t('payments.desk.untouched_help')}</p>}
    </DeskCard>
  )
}
