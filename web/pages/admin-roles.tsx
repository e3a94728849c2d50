import { useUser } from '#web/features/accounts/queries.ts'
import { RolesPanel } from '#web/features/staff/roles-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminRolesPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  const { id, role } = viewer.user
  return (
    <AdminPage title={t('staff.roles')}>
      <RolesPanel viewer_id={id} isAdmin={role === 'admin'} />
    </AdminPage>
  )
}
