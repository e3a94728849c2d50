import { AuditPanel } from '#web/features/staff/audit-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminAuditPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('staff.audit.title')}>
      <AuditPanel />
    </AdminPage>
  )
}
