import { useUser } from '#web/features/accounts/queries.ts'
import { RecoveriesPanel } from '#web/features/second-factors/recoveries-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminRecoveriesPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <AdminsOnlyPage title={t('second_factors.desk.title')}>
      <RecoveriesPanel viewer_id={viewer.user.id} />
    </AdminsOnlyPage>
  )
}
