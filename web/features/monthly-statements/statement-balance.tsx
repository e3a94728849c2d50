import { dateText } from '#contract/dates.ts'
import type { MonthlyStatement } from '#contract/monthly-statements.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros, signedEuros } from '#web/lib/money.ts'
import { MoneyLines } from '#web/ui/money-lines.tsx'
import { monthEnds } from './month-text.ts'

type Move = MonthlyStatement['moves'][number]

/** From the balance on the first day of the month to the one on the last day. It adds up to the cent. */
export function StatementBalance({ statement }: { statement: MonthlyStatement }) {
  const { t, language } = useTranslation()
  const { month, opening, moves, closing, vat } = statement
  const { first, last } = monthEnds(month, language)
  const balance = (amount: string) => signedEuros(amount, language, { plus: false })
  const label = ({ kind, count, on }: Move) => {
    const what = t(`monthly_statements.move_${kind}`, { count })
    if (on === null) return what
    return t('monthly_statements.move_on', { what, date: dateText(`${on}T00:00:00Z`, language, 'day_month', 'UTC') })
  }
  return (
    <div className="mt-8 ml-auto max-w-110 break-inside-avoid">
      <MoneyLines
        hasRule
        lines={[
          { label: t('monthly_statements.balance_on', { date: first }), amount: balance(opening) },
          ...moves.map((move) => ({ label: label(move), amount: signedEuros(move.amount, language) })),
          { label: t('monthly_statements.balance_on', { date: last }), amount: balance(closing) },
        ]}
      />
      <p className="mt-3.5 text-small text-pretty text-mute">
        {t('monthly_statements.vat', { amount: euros(vat, language) })}
      </p>
    </div>
  )
}
