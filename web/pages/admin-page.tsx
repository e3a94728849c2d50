import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useOpenReports } from '#web/features/reports/open-reports.ts'
import { OpenReportsWords } from '#web/features/reports/open-reports-words.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import { Page } from './page.tsx'

export interface AdminPageProps {
  title: string
  /** A few words about the whole page. They stand below the tabs, which are at the same place on each of the pages. */
  note?: ReactNode
  children: ReactNode
}

/** One of the three pages of the staff, below the tabs that lead to the others. */
export function AdminPage({ title, note, children }: AdminPageProps) {
  const { t } = useTranslation()
  return (
    <Page title={t('admin.title')} tabTitle={title} isTitleSmall>
      <TabLinks
        label={t('admin.sections')}
        className="-mt-2 mb-6 md:-mt-4"
        links={[
          { to: paths.admin_users, label: t('admin.users') },
          { to: paths.admin_reports, label: <ReportsLabel /> },
          { to: paths.admin_numbers, label: t('admin.numbers') },
        ]}
      />
      {note && <div className="mb-5 flex">{note}</div>}
      {children}
    </Page>
  )
}

/** With how many posts wait to be judged. */
function ReportsLabel() {
  const { t } = useTranslation()
  const open = useOpenReports()
  return (
    <>
      {t('admin.reports')}
      <Counter count={open} />
      <OpenReportsWords count={open} />
    </>
  )
}
