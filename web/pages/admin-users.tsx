import { useUser } from '#web/features/accounts/queries.ts'
import { UsersPanel } from '#web/features/staff/users-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminUsersPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <AdminPage title={t('staff.users')}>
      <UsersPanel viewer_id={viewer.user.id} isAdmin={viewer.user.role === 'admin'} />
    </AdminPage>
  )
}
