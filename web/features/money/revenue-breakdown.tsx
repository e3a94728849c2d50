import { useState } from 'react'
import { amountOf, BANKING_FEE_PERCENT, centsOf, PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { MoneyLines } from '#web/ui/money-lines.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { monthName } from './months.ts'

const ALL = 'all'

/** From what fans paid to what the creator keeps, line by line, for one month or for all time. */
export function RevenueBreakdown({ revenues }: { revenues: Revenues }) {
  const { t, language } = useTranslation()
  const [chosen, setChosen] = useState(revenues.months.at(-1)?.month ?? ALL)
  const { gross, vat, platform_fee, banking_fee, net } =
    revenues.months.find(({ month }) => month === chosen) ?? revenues
  const plus = (amount: string) => euros(amount, language)
  const minus = (amount: string) => t('money.revenues.minus', { amount: plus(amount) })
  const select = (
    <SelectInput
      aria-label={t('money.revenues.of')}
      value={chosen}
      onChange={(event) => setChosen(event.target.value)}
      className="grow sm:grow-0"
    >
      {revenues.months.toReversed().map(({ month }) => (
        <option key={month} value={month}>
          {monthName(month, language, 'full')}
        </option>
      ))}
      <option value={ALL}>{t('money.revenues.all_time')}</option>
    </SelectInput>
  )
  return (
    <Panel title={t('money.revenues.adds_up')} aside={select}>
      <MoneyLines
        lines={[
          { label: t('money.revenues.paid'), amount: plus(gross) },
          { label: t('money.revenues.vat'), amount: minus(vat) },
          { label: t('money.revenues.price'), amount: plus(amountOf(centsOf(gross) - centsOf(vat))) },
          { label: t('money.revenues.platform_fee', { percent: PLATFORM_FEE_PERCENT }), amount: minus(platform_fee) },
          { label: t('money.revenues.banking_fee', { percent: BANKING_FEE_PERCENT }), amount: minus(banking_fee) },
          { label: t('money.revenues.keep'), amount: plus(net) },
        ]}
      />
      <p className="mt-3.5 text-small text-pretty text-mute">{t('money.revenues.vat_note')}</p>
    </Panel>
  )
}
