import { HealthPanel } from '#web/features/system/health-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminHealthPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('system.health.title')}>
      <HealthPanel />
    </AdminsOnlyPage>
  )
}
