import { useSearchParams } from 'react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { useDecisions } from '#web/features/reports/decisions.tsx'
import { ReportsList } from '#web/features/reports/reports-list.tsx'
import { StateLinks } from '#web/features/reports/state-links.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'

export function AdminReportsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const [search] = useSearchParams()
  const { decide, dialog } = useDecisions()
  if (viewer.status !== 'member') return null
  const { id, role } = viewer.user
  const state = search.get('state') === 'handled' ? 'handled' : 'open'
  return (
    <AdminPage title={t('staff.reports')}>
      <StateLinks state={state} />
      <ReportsList key={state} state={state} reviewer={{ id, mayRemove: role === 'admin', onDecide: decide }} />
      {dialog}
    </AdminPage>
  )
}
