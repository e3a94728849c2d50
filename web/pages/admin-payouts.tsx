import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { BatchView } from '#web/features/payouts/desk/batch-view.tsx'
import { PayoutsDesk } from '#web/features/payouts/desk/payouts-desk.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminPayoutsPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('payouts.desk.title')}>
      <PayoutsDesk />
    </AdminsOnlyPage>
  )
}

/** One batch of payouts. */
export function AdminPayoutBatchPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <AdminsOnlyPage
      title={t('payouts.desk.title')}
      note={<BackLink to={paths.admin_payouts}>{t('payouts.desk.to_desk')}</BackLink>}
    >
      <BatchView id={id} />
    </AdminsOnlyPage>
  )
}
