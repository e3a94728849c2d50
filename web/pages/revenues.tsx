import { Info } from 'lucide-react'
import { useRevenuesQuery } from '#web/features/money/queries.ts'
import { Revenues } from '#web/features/money/revenues.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Page } from './page.tsx'

export function RevenuesPage() {
  const { t } = useTranslation()
  const { data } = useRevenuesQuery()
  const sample = data?.is_sample && (
    <Pill colour="brass" icon={<Info aria-hidden="true" />} isLong>
      {t('money.revenues.sample')}
    </Pill>
  )
  return (
    <Page title={t('money.revenues.title')} beside={sample}>
      <Revenues />
    </Page>
  )
}
