import { Numbers } from '#web/features/money/numbers.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminNumbersPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin.numbers')}>
      <Numbers />
    </AdminPage>
  )
}
