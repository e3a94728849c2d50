import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { dateText } from '#contract/dates.ts'
import type { UnappliedPayment } from '#contract/payments.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'

const COLOURS: Record<UnappliedPayment['state'], NonNullable<PillProps['colour']>> = {
  refunding: 'brass',
  refunded: 'ok',
  failed: 'err',
}

/** Money that was taken and opened nothing: why, and whether it went back. */
export function UnappliedCard({ payment }: { payment: UnappliedPayment }) {
  const { t, language } = useTranslation()
  const nameId = useId()
  const { reason, reference, charged, state, order_id, created_at } = payment
  return (
    <li
      aria-labelledby={nameId}
      tabIndex={-1}
      className="rounded-card border border-line bg-surface px-4 py-4 md:px-5.5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="font-semibold">
            {t(`payments.desk.reason_${reason}`)}
          </h2>
          <p className="text-small wrap-anywhere text-mute">
            {t('payments.desk.reference', { reference })} ·{' '}
            {t('payments.desk.taken', { date: dateText(created_at, language, 'moment') })}
            {order_id !== null && <> · {t('payments.desk.order', { id: order_id })}</>}
          </p>
        </div>
        <p className="num flex-none text-title-sm leading-title one-line">{euros(charged, language)}</p>
      </div>
      <p className="mt-2.5">
        <Pill colour={COLOURS[state]} {...(state === 'failed' && { icon: <TriangleAlert aria-hidden="true" /> })}>
          {t(`payments.desk.unapplied_${state}`)}
        </Pill>
      </p>
      {state === 'failed' && <p className="mt-2 text-small text-soft">{t('payments.desk.unapplied_help')}</p>}
    </li>
  )
}
