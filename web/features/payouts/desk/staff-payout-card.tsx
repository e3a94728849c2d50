import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/dates.ts'
import type { StaffPayout } from '#contract/payouts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { toast } from '#web/lib/toasts.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeskCard } from '#web/ui/desk-card.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { useOutcomeMutation } from './queries.ts'

const LazyFailedDialog = lazyOverlay(async () => (await import('./failed-dialog.tsx')).FailedDialog)

const COLOURS: Record<StaffPayout['state'], NonNullable<PillProps['colour']>> = {
  asked: 'brass',
  sent: 'info',
  paid: 'ok',
  failed: 'err',
}

/** A payout: to whom, how much, where it stands, and why it waits or came back. */
export function StaffPayoutCard({ payout }: { payout: StaffPayout }) {
  const { t, language } = useTranslation()
  const { state, asked_at, last4, batch, waits_for, failure, note } = payout
  const name = payout.creator ?? t('payouts.desk.gone')
  const facts = [
    t('payouts.desk.asked_on', { date: dateText(asked_at, language, 'moment') }),
    last4 !== null && t('payouts.desk.ending', { digits: last4 }),
    batch !== null && t('payouts.desk.batch', { number: batch }),
  ]
  return (
    <DeskCard
      title={name}
      text={facts.filter(Boolean).join(' · ')}
      amounts={
        <p className={cx('num flex-none text-title-sm leading-title one-line', state === 'failed' && 'text-mute')}>
          {state === 'failed' ? <s>{euros(payout.amount, language)}</s> : euros(payout.amount, language)}
        </p>
      }
      pills={
        <>
          <Pill colour={COLOURS[state]}>{t(`payouts.desk.state_${state}`)}</Pill>
          {waits_for !== null && (
            <Pill colour="warn" isLong>
              {t(`payouts.desk.waits_${waits_for}`)}
            </Pill>
          )}
          {failure !== null && (
            <Pill colour="err" isLong>
              {t(`payouts.desk.failure.${failure}`)}
            </Pill>
          )}
        </>
      }
    >
      {note !== null && <p className="mt-2 text-small wrap-anywhere text-soft">{note}</p>}
      <Outcome payout={payout} name={name} />
    </DeskCard>
  )
}

/** What the bank has said about it. Of what a payout provider has sent, the provider says it. */
function Outcome({ payout, name }: { payout: StaffPayout; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useOutcomeMutation(payout.id, {
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
  const { state, paid_by } = payout
  if (state === 'failed' || (paid_by === 'provider' && state !== 'asked')) return null
  const whose = <span className="sr-only"> {t('payouts.desk.of', { name })}</span>
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {state === 'sent' && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Check aria-hidden="true" />}
          loading={isPending}
          onClick={() => mutate({ state: 'paid' })}
        >
          {t('payouts.desk.paid')}
          {whose}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        icon={<Undo2 aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t(state === 'asked' ? 'payouts.desk.cannot' : 'payouts.desk.came_back')}
        {whose}
      </Button>
      <LazyFailedDialog payout={payout} name={name} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
