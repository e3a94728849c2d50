import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Panel } from '#web/ui/panel.tsx'
import { monthName } from './months.ts'
import { Table } from './table.tsx'

/** Exact amounts of all months, the latest first. */
export function MonthTable({ months }: Pick<Revenues, 'months'>) {
  const { t, language } = useTranslation()
  return (
    <Panel title={t('money.revenues.months')} className="lg:col-span-2">
      <Table
        label={t('money.revenues.months')}
        columns={[
          { label: t('money.revenues.of') },
          { label: t('money.revenues.paid') },
          // In narrow windows these amounts are only in the breakdown of a month.
          { label: t('money.revenues.vat'), isWideOnly: true },
          { label: t('money.revenues.platform'), isWideOnly: true },
          { label: t('money.revenues.banking'), isWideOnly: true },
          { label: t('money.revenues.keep') },
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

/** How often each price option was paid, and the creator's share. */
export function PeriodTable({ periods }: Pick<Revenues, 'periods'>) {
  const { t, language } = useTranslation()
  return (
    <Panel
      title={t('money.revenues.kinds')}
      aside={<p className="text-small text-mute">{t('money.revenues.kinds_text')}</p>}
    >
      <Table
        label={t('money.revenues.kinds')}
        columns={[
          { label: t('money.revenues.kind') },
          { label: t('money.revenues.kind_count') },
          { label: t('money.revenues.kind_share') },
        ]}
        rows={periods.map(({ period, count, net }) => ({
          key: period,
          cells: [t(`money.revenues.${period}`), count.toLocaleString(language), euros(net, language)],
        }))}
      />
    </Panel>
  )
}
