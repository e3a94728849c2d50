import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { TabLinks } from '#web/ui/tabs.tsx'
import { Page } from './page.tsx'

/** One of the three pages of the staff, below the tabs that lead to the others. */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Page title={t('admin.title')} tabTitle={title}>
      <TabLinks
        label={t('admin.sections')}
        className="mb-6 md:mb-8"
        links={[
          { to: paths.admin_users, label: t('admin.users') },
          { to: paths.admin_reports, label: t('admin.reports') },
          { to: paths.admin_numbers, label: t('admin.numbers') },
        ]}
      />
      {children}
    </Page>
  )
}
