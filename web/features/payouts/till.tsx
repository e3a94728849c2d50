import { Banknote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { type Balance, HOLD_DAYS, PAYOUT_MIN } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros, signedEuros } from '#web/lib/money.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { availableKind, canAsk, holdKind, nextPayoutOf } from './till-words.ts'

const LazyAskDialog = lazyOverlay(async () => (await import('./ask-dialog.tsx')).AskDialog)

/** What is available, what is on hold and what comes next, each with one sentence that says why. */
export function Till({ balance }: { balance: Balance }) {
  const { t, language } = useTranslation()
  const { available, on_hold, release } = balance
  const kind = availableKind(balance)
  return (
    <dl className="night till mb-6 grid rounded-card px-1 pt-5 pb-1 md:px-3 md:pt-7 md:pb-6.5">
      <Cell
        name={t('payouts.available')}
        value={signedEuros(available, language, { plus: false })}
        isBad={kind === 'negative'}
      >
        {t(`payouts.available_${kind}`, { days: HOLD_DAYS })}
      </Cell>
      <Cell name={t('payouts.on_hold')} value={euros(on_hold, language)}>
        {t(`payouts.hold_${holdKind(balance)}`, {
          amount: euros(release?.amount ?? on_hold, language),
          date: release ? dayText(release.on, language, 'day_month') : '',
        })}
      </Cell>
      <Next balance={balance} />
    </dl>
  )
}

/** A day of the contract is in UTC. */
function dayText(day: string, language: 'en' | 'fr', form: 'day_month' | 'day'): string {
  return dateText(`${day}T00:00:00Z`, language, form, 'UTC')
}

interface CellProps {
  name: string
  value: ReactNode
  isBad?: boolean
  /** For words in place of an amount, which may take two lines. */
  isLong?: boolean
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

function Cell({ name, value, isBad = false, isLong = false, action, children }: CellProps) {
  return (
    <div className="till-cell">
      <dt className="cue text-large md:text-lg">{name}</dt>
      <dd
        className={cx(
          'num my-1 leading-figure font-light wrap-anywhere',
          isLong ? 'text-title-lg md:text-title-2xl' : 'text-title-xl md:text-title-3xl',
          isBad && 'text-err',
        )}
      >
        {value}
      </dd>
      <dd className="text-small leading-note text-pretty text-soft">{children}</dd>
      {action && <dd className="mt-3">{action}</dd>}
    </div>
  )
}

/** A day in large letters: French raises what follows the first one of a month. */
function Day({ text }: { text: string }) {
  const [first, number, ordinal] = /^(1)(er)\b/.exec(text) ?? []
  if (first === undefined) return text
  return (
    <>
      {number}
      <sup className="till-ordinal">{ordinal}</sup>
      {text.slice(first.length)}
    </>
  )
}

function Next({ balance }: { balance: Balance }) {
  const { t, language } = useTranslation()
  const next = nextPayoutOf(balance)
  const name = t('payouts.next')
  const minimum = euros(String(PAYOUT_MIN), language, { short: true })
  const digits = balance.account?.last4
  const action = canAsk(balance) && <Ask balance={balance} />
  if (next.kind === 'date') {
    const amount = euros(next.amount, language, { round: true })
    return (
      <Cell name={name} value={<Day text={dayText(next.on, language, 'day_month')} />} action={action}>
        {digits ? t('payouts.next_about_to', { amount, digits }) : t('payouts.next_about', { amount })}
      </Cell>
    )
  }
  if (next.kind === 'account_change') {
    return (
      <Cell name={name} value={t('payouts.next_after_change')} isLong>
        {t('payouts.next_after_change_text', { date: dateText(next.until, language, 'moment') })}
      </Cell>
    )
  }
  return (
    <Cell name={name} value={t(`payouts.next_${next.kind}`)} isLong action={action}>
      {t(`payouts.next_${next.kind}_text`, { minimum })}
    </Cell>
  )
}

/** Asks for everything that is available. The button that binds is in the dialog, with the amount. */
function Ask({ balance }: { balance: Balance }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={balance.schedule === 'on_request' ? 'ivory' : 'ghost-light'}
        size="sm"
        icon={<Banknote aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('payouts.ask')}
      </Button>
      <LazyAskDialog balance={balance} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
