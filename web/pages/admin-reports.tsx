import { Flag } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminReportsPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin.reports')}>
      <EmptyState icon={<Flag />} title={t('admin.no_reports')} text={t('admin.no_reports_text')} />
    </AdminPage>
  )
}
