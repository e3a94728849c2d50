import { ExternalLink, Landmark } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { ACCOUNT_HOLD_HOURS, type Balance } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { Panel } from '#web/ui/panel.tsx'

const LazyAccountDialog = lazyOverlay(async () => (await import('./account-dialog.tsx')).AccountDialog)
const LazyProviderDialog = lazyOverlay(async () => (await import('./provider-dialog.tsx')).ProviderDialog)

export interface BankAccountProps {
  balance: Balance
  /** The name of the verification, in which the account must be; null before it. */
  holder: string | null
  /** The e-mail address of the member, for password managers. */
  email: string
}

/** Where the money goes: masked, with the way to change it. */
export function BankAccount({ balance, holder, email }: BankAccountProps) {
  return balance.account_at === 'provider' ? (
    <ProviderAccount balance={balance} email={email} />
  ) : (
    <HouseAccount balance={balance} holder={holder} email={email} />
  )
}

function HouseAccount({ balance: { account }, holder, email }: BankAccountProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const dialog = holder !== null && (
    <LazyAccountDialog
      holder={holder}
      email={email}
      isFirst={account === null}
      open={isOpen}
      onClose={() => setOpen(false)}
    />
  )
  if (!account) {
    return (
      <Panel title={t('payouts.bank')} isSmall>
        <p className="text-soft text-pretty">
          {t(holder === null ? 'payouts.bank_with_verification' : 'payouts.bank_none')}
        </p>
        {holder !== null && (
          <Button
            size="sm"
            className="mt-4"
            icon={<Landmark aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t('payouts.bank_give')}
          </Button>
        )}
        {dialog}
      </Panel>
    )
  }
  const change = holder !== null && (
    <button
      type="button"
      aria-haspopup="dialog"
      className="text-link -my-2 min-h-11 text-small"
      onClick={() => setOpen(true)}
    >
      {t('payouts.bank_change')}
      <span className="sr-only"> {t('payouts.bank_change_what')}</span>
    </button>
  )
  return (
    <Panel title={t('payouts.bank')} isSmall aside={change}>
      <AccountNumber account={account} />
      <p className="mt-2 text-small text-mute text-pretty">{t('payouts.bank_note', { hours: ACCOUNT_HOLD_HOURS })}</p>
      {dialog}
    </Panel>
  )
}

/** With a payout provider the creator gives the account there. */
function ProviderAccount({ balance: { account }, email }: Pick<BankAccountProps, 'balance' | 'email'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('payouts.bank')} isSmall>
      {account && <AccountNumber account={account} />}
      <p className="mt-1 text-soft text-pretty">{t(account ? 'payouts.provider_note' : 'payouts.provider_none')}</p>
      <Button
        size="sm"
        variant={account ? 'secondary' : 'primary'}
        className="mt-4"
        icon={<ExternalLink aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t(account ? 'payouts.provider_change' : 'payouts.provider_give')}
      </Button>
      <LazyProviderDialog email={email} open={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  )
}

/** The holder and the number, of which only the beginning and the end are known here. */
function AccountNumber({ account }: { account: NonNullable<Balance['account']> }) {
  const { t, language } = useTranslation()
  const { holder, begin, last4, held_until } = account
  return (
    <>
      {holder !== null && <p className="font-medium wrap-anywhere">{holder}</p>}
      {last4 !== null && (
        <p className="text-caption tabular-nums">
          <span aria-hidden="true">{`${begin ?? ''} •••• •••• •••• ${last4}`.trim()}</span>
          <span className="sr-only">{t('payouts.ending', { digits: last4 })}</span>
        </p>
      )}
      {held_until !== null && (
        <p className="mt-2 text-small font-medium text-warn">
          {t('payouts.bank_held', { date: dateText(held_until, language, 'moment') })}
        </p>
      )}
    </>
  )
}
