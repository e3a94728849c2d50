import type { ReactNode } from 'react'
import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Counter } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import { Page } from './page.tsx'

export interface AdminPageProps {
  title: string
  /** How many reported posts wait. */
  openReports?: number
  children: ReactNode
}

/** One of the three pages of the staff, below the tabs that lead to the others. */
export function AdminPage({ title, openReports = 0, children }: AdminPageProps) {
  const { t } = useTranslation()
  return (
    <Page title={t('admin.title')} tabTitle={title}>
      <TabLinks
        label={t('admin.sections')}
        className="-mt-2 mb-6 md:-mt-4"
        links={[
          { to: paths.admin_users, label: t('admin.users') },
          { to: paths.admin_reports, label: <ReportsLabel open={openReports} /> },
          { to: paths.admin_numbers, label: t('admin.numbers') },
        ]}
      />
      {children}
    </Page>
  )
}

function ReportsLabel({ open }: { open: number }) {
  const { t } = useTranslation()
  const isMany = open > UNREAD_BADGE_MAX
  return (
    <>
      {t('admin.reports')}
      <Counter count={open} />
      {open > 0 && (
        <span className="sr-only">
          {isMany ? t('admin.more_open', { max: UNREAD_BADGE_MAX }) : t('admin.open', { count: open })}
        </span>
      )}
    </>
  )
}
