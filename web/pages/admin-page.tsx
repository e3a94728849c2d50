import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSells, useUser, useVerifies } from '#web/features/accounts/queries.ts'
import { useCaseCountsQuery } from '#web/features/cases/desk/queries.ts'
import { OpenReportsText, useOpenReports } from '#web/features/reports/open-reports.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import { Page } from './page.tsx'

export interface AdminPageProps {
  title: string
  /** A note about the page, below the tabs, so that the tabs stay at the same position on each page. */
  note?: ReactNode
  children: ReactNode
}

/** Layout of the staff pages, with tabs between them. Moderators do not see the tabs of pages for admins only. */
export function AdminPage({ title, note, children }: AdminPageProps) {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const sells = useSells()
  const verifies = useVerifies()
  const { pathname } = useLocation()
  /** A tab stays the current one on the pages below its own. */
  const below = (path: string) => pathname.startsWith(`${path}/`) && { isCurrent: true }
  return (
    <Page title={t('staff.title')} tabTitle={title} isTitleSmall>
      <TabLinks
        label={t('staff.sections')}
        className="-mt-2 mb-6 md:-mt-4"
        links={[
          { to: paths.admin_users, label: t('staff.users') },
          { to: paths.admin_reports, label: <ReportsLabel /> },
          { to: paths.admin_cases, label: <CasesLabel /> },
          { to: paths.admin_numbers, label: t('staff.numbers') },
          ...(isAdmin && sells
            ? [
                { to: paths.admin_payments, label: t('staff.payments') },
                { to: paths.admin_payouts, label: t('staff.payouts'), ...below(paths.admin_payouts) },
              ]
            : []),
          ...(isAdmin && verifies
            ? [
                {
                  to: paths.admin_verifications,
                  label: t('staff.verifications'),
                  ...below(paths.admin_verifications),
                },
              ]
            : []),
          { to: paths.admin_roles, label: t('staff.roles') },
          ...(isAdmin
            ? [
                { to: paths.admin_contact, label: t('contact.inbox.tab') },
                { to: paths.admin_newsletter, label: t('newsletter.list.tab') },
                { to: paths.admin_recoveries, label: t('staff.recoveries') },
              ]
            : []),
          { to: paths.admin_audit, label: t('staff.audit.tab') },
          { to: paths.admin_leaks, label: t('staff.leaks') },
          ...(isAdmin ? [{ to: paths.admin_health, label: t('system.health.tab') }] : []),
        ]}
      />
      {note && <div className="mb-5 flex">{note}</div>}
      {children}
    </Page>
  )
}

/** A staff page for admins only. Moderators are led to the first one of theirs. */
export function AdminsOnlyPage(props: AdminPageProps) {
  return useIsAdmin() ? <AdminPage {...props} /> : <Navigate to={paths.admin_users} replace />
}

function useIsAdmin(): boolean {
  const viewer = useUser()
  return viewer.status === 'member' && viewer.user.role === 'admin'
}

/** The tab title with the number of reported posts that are open. */
function ReportsLabel() {
  const { t } = useTranslation()
  const open = useOpenReports()
  return (
    <>
      {t('staff.reports')}
      <Counter count={open} />
      <OpenReportsText count={open} />
    </>
  )
}

/** The tab title with the number of cases that wait. */
function CasesLabel() {
  const { t } = useTranslation()
  const waiting = useCaseCountsQuery().data?.all ?? 0
  return (
    <>
      {t('staff.cases')}
      <Counter count={waiting} />
      <OpenReportsText count={waiting} />
    </>
  )
}
