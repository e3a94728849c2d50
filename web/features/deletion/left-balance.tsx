import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { type Balance, PAYOUT_MIN } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros, signedEuros } from '#web/lib/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useLeftBalanceQuery } from './queries.ts'

/** What becomes of the money of a creator who leaves: on its way, paid afterwards, or lost if nothing is done before. */
export function LeftBalance() {
  const { t } = useTranslation()
  const { data: balance, isError } = useLeftBalanceQuery()
  if (!balance) {
    if (isError) return <Alert type="warning">{t('deletion.balance_failed')}</Alert>
    return (
      <Loading>
        <Skeleton shape="box" className="h-24" />
      </Loading>
    )
  }
  return (
    <>
      <Money balance={balance} />
      <p className="text-small text-pretty text-soft">
        {t('deletion.statements')} {t('deletion.identity')}
      </p>
    </>
  )
}

function Money({ balance }: { balance: Balance }) {
  const { t, language } = useTranslation()
  const { final_payout, on_its_way, account } = balance
  const isOnItsWay = Number(on_its_way) > 0
  if (!final_payout && !isOnItsWay) return null
  const needsWork = final_payout?.waits_for === 'verification' || final_payout?.waits_for === 'account'
  return (
    <Alert type={needsWork ? 'warning' : 'info'}>
      {isOnItsWay && <p>{t('deletion.on_its_way', { amount: euros(on_its_way, language) })}</p>}
      {final_payout && <p>{finalText(final_payout)}</p>}
      {needsWork && (
        <p className="mt-1">
          <TextLink to={paths.payouts} className="inline-flex min-h-11 items-center">
            {t('deletion.to_payouts')}
          </TextLink>
        </p>
      )}
    </Alert>
  )

  function finalText({ amount, on, waits_for }: NonNullable<Balance['final_payout']>): string {
    const written = signedEuros(amount, language, { plus: false })
    if (waits_for) return t(`deletion.balance_${waits_for}`, { amount: written })
    const date = dateText(`${on}T00:00:00Z`, language, 'day', 'UTC')
    const values = { amount: written, date, minimum: euros(String(PAYOUT_MIN), language, { short: true }) }
    const digits = account?.last4
    return digits ? t('deletion.balance_paid_to', { ...values, digits }) : t('deletion.balance_paid', values)
  }
}
