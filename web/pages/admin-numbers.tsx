import { Info } from 'lucide-react'
import { Numbers } from '#web/features/money/numbers.tsx'
import { useNumbersQuery } from '#web/features/money/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminNumbersPage() {
  const { t } = useTranslation()
  const { data } = useNumbersQuery()
  const sample = data?.is_sample && (
    <Pill colour="brass" icon={<Info aria-hidden="true" />} isLong>
      {t('money.numbers.sample')}
    </Pill>
  )
  return (
    <AdminPage title={t('staff.numbers')} note={sample}>
      <Numbers />
    </AdminPage>
  )
}
