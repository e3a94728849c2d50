import { ChartColumn } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminNumbersPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin.numbers')}>
      <EmptyState icon={<ChartColumn />} title={t('admin.no_numbers')} text={t('admin.no_numbers_text')} />
    </AdminPage>
  )
}
