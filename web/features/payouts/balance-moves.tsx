import { dateText } from '#contract/dates.ts'
import type { Balance, BalanceMove } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { signedEuros } from '#web/lib/money.ts'
import { MoneyLines } from '#web/ui/money-lines.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** From the balance at the beginning of the month to the balance of today. It adds up to the cent. */
export function BalanceMoves({ balance: { opening, moves, total } }: { balance: Balance }) {
  const { t, language } = useTranslation()
  const day = (on: string) => dateText(`${on}T00:00:00Z`, language, 'day_month', 'UTC')
  const label = ({ kind, on }: BalanceMove) =>
    on === null ? t(`payouts.move.${kind}`) : t('payouts.move_on', { what: t(`payouts.move.${kind}`), date: day(on) })
  const balanceText = (amount: string) => signedEuros(amount, language, { plus: false })
  return (
    <Panel title={t('payouts.moves')} isSmall>
      <MoneyLines
        lines={[
          { label: t('payouts.opening', { date: day(opening.on) }), amount: balanceText(opening.amount) },
          ...moves.map((move) => ({ label: label(move), amount: signedEuros(move.amount, language) })),
          { label: t('payouts.today'), amount: balanceText(total) },
        ]}
      />
    </Panel>
  )
}
