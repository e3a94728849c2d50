import { useUser } from '#web/features/accounts/queries.ts'
import { QueuePanel } from '#web/features/cases/desk/queue-panel.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminCasesPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return (
    <AdminPage title={t('staff.cases')}>
      <QueuePanel viewer={viewer.user.username} />
    </AdminPage>
  )
}
