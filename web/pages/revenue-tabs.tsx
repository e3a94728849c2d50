import { Info } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'

/** The tabs between the earnings, the payouts and the statements of a creator, where something can be bought. */
export function RevenueTabs() {
  const { t } = useTranslation()
  return (
    <TabLinks
      label={t('money.revenues.sections')}
      className="-mt-2 mb-7 md:-mt-4"
      links={[
        { to: paths.revenues, label: t('money.revenues.earnings') },
        { to: paths.payouts, label: t('money.revenues.payouts') },
        { to: paths.statements, label: t('money.revenues.statements') },
      ]}
    />
  )
}

/** Says beside the title that some of the amounts are demo data. */
export function SamplePill({ isAll = false }: { isAll?: boolean }) {
  const { t } = useTranslation()
  return (
    <Pill colour="brass" icon={<Info aria-hidden="true" />} isLong>
      {t(isAll ? 'money.revenues.sample' : 'money.revenues.with_sample')}
    </Pill>
  )
}
