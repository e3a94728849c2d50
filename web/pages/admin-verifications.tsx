import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { VerificationQueue } from '#web/features/verifications/desk/queue.tsx'
import { VerificationFile } from '#web/features/verifications/desk/verification-file.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminVerificationsPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('verifications.desk.title')}>
      <VerificationQueue />
    </AdminsOnlyPage>
  )
}

/** What one creator has sent. */
export function AdminVerificationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const viewer = useUser()
  return (
    <AdminsOnlyPage
      title={t('verifications.desk.title')}
      note={<BackLink to={paths.admin_verifications}>{t('verifications.desk.to_queue')}</BackLink>}
    >
      <VerificationFile id={id} viewer={viewer.status === 'member' ? viewer.user.username : ''} />
    </AdminsOnlyPage>
  )
}
