import type { Revenues } from '#contract/money.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Panel } from './panel.tsx'
import { Table } from './table.tsx'

/** How often a day, a week and a month were paid for, and what the creator got of each. */
export function Kinds({ periods }: Pick<Revenues, 'periods'>) {
  const { t, language } = useTranslation()
  return (
    <Panel title={t('revenues.kinds')} aside={<p className="text-small text-mute">{t('revenues.kinds_text')}</p>}>
      <Table
        label={t('revenues.kinds')}
        columns={[
          { label: t('revenues.kind') },
          { label: t('revenues.kind_count') },
          { label: t('revenues.kind_share') },
        ]}
        rows={periods.map(({ period, count, net }) => ({
          key: period,
          cells: [t(`revenues.${period}`), count.toLocaleString(language), euros(net, language)],
        }))}
      />
    </Panel>
  )
}
