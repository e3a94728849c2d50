import { PaymentsDesk } from '#web/features/payments/desk/payments-desk.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminsOnlyPage } from './admin-page.tsx'

export function AdminPaymentsPage() {
  const { t } = useTranslation()
  return (
    <AdminsOnlyPage title={t('payments.desk.title')}>
      <PaymentsDesk />
    </AdminsOnlyPage>
  )
}
