import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { PayoutBatch } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { DeskCard } from '#web/ui/desk-card.tsx'

const COLOURS: Record<PayoutBatch['state'], NonNullable<PillProps['colour']>> = {
  open: 'brass',
  sent: 'info',
  done: 'ok',
}

/** A batch in the list. Its title is the link. */
export function BatchCard({ batch }: { batch: PayoutBatch }) {
  const { t, language } = useTranslation()
  return (
    <DeskCard
      title={
        <Link to={generatePath(paths.admin_payout_batch, { id: batch.id })} className="text-link">
          {t('payouts.desk.batch', { number: batch.number })}
        </Link>
      }
      text={<BatchText batch={batch} />}
      amounts={<p className="num flex-none text-title-sm leading-title one-line">{euros(batch.amount, language)}</p>}
      pills={<BatchPills batch={batch} />}
    />
  )
}

/** When and by whom it was made. */
export function BatchText({ batch: { created_at, created_by, lines } }: { batch: PayoutBatch }) {
  const { t, language } = useTranslation()
  const date = dateText(created_at, language, 'moment')
  return (
    <>
      {t('payouts.desk.lines', { count: lines })} ·{' '}
      {created_by === null ? t('payouts.desk.made', { date }) : t('payouts.desk.made_by', { date, name: created_by })}
    </>
  )
}

/** How far it is. */
export function BatchPills({ batch: { state, paid, failed, downloaded_at } }: { batch: PayoutBatch }) {
  const { t } = useTranslation()
  return (
    <>
      <Pill colour={COLOURS[state]}>{t(`payouts.desk.batch_${state}`)}</Pill>
      {state === 'open' && downloaded_at !== null && <Pill>{t('payouts.desk.downloaded')}</Pill>}
      {paid > 0 && <Pill colour="ok">{t('payouts.desk.batch_paid', { count: paid })}</Pill>}
      {failed > 0 && <Pill colour="err">{t('payouts.desk.batch_failed', { count: failed })}</Pill>}
    </>
  )
}
