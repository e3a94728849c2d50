import { Trace } from '#web/features/marks/trace.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { AdminPage } from './admin-page.tsx'
import { Page } from './page.tsx'

/** A creator finds out whose view of a picture a leaked copy is. */
export function LeaksPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('marks.title')}>
      <p className="-mt-4 max-w-form text-large text-soft md:-mt-7">{t('marks.lead')}</p>
      <Trace isStaff={false} />
    </Page>
  )
}

/** The same for staff, among the pictures of all creators. */
export function AdminLeaksPage() {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('marks.title')}>
      <h2 className="t2">{t('marks.title')}</h2>
      <p className="mt-2 max-w-form text-soft">{t('marks.lead_staff')}</p>
      <Trace isStaff />
    </AdminPage>
  )
}
