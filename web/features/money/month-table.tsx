import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { monthName } from './months.ts'
import { Panel } from './panel.tsx'
import { Table } from './table.tsx'

/** The chart in exact amounts, for all months there are, the latest first. */
export function MonthTable({ months }: Pick<Revenues, 'months'>) {
  const { t, language } = useTranslation()
  return (
    <Panel title={t('revenues.months')} className="lg:col-span-2">
      <Table
        label={t('revenues.months')}
        columns={[
          { label: t('revenues.of') },
          { label: t('revenues.paid') },
          // In a narrow window they are to be had month by month, in how it adds up.
          { label: t('revenues.vat'), isWideOnly: true },
          { label: t('revenues.platform'), isWideOnly: true },
          { label: t('revenues.banking'), isWideOnly: true },
          { label: t('revenues.keep') },
        ]}
        rows={months.toReversed().map(({ month, gross, vat, platform_fee, banking_fee, net }) => ({
          key: month,
          cells: [
            monthName(month, language, 'narrow'),
            ...[gross, vat, platform_fee, banking_fee, net].map((amount) => euros(amount, language)),
          ],
        }))}
      />
    </Panel>
  )
}
