import { Users } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AdminPage } from './admin-page.tsx'

export function AdminUsersPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin.users')}>
      <EmptyState icon={<Users />} title={t('admin.no_users')} text={t('admin.no_users_text')} />
    </AdminPage>
  )
}
