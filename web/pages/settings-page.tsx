import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SmallPrint } from '#web/ui/small-print.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'

/** Layout of the pages of the settings, with tabs between them. */
export function SettingsPages({ tabTitle, children }: { tabTitle?: string; children: ReactNode }) {
  const { t } = useTranslation()
  const title = t('accounts.settings_title')
  usePageTitle(tabTitle ?? title)
  return (
    <div className="mx-auto w-full max-w-settings flex-1 px-4 pt-7 pb-14 md:px-8 md:pt-10">
      <h1 className="d-l mb-4 text-page">{title}</h1>
      <TabLinks
        label={title}
        links={[
          { to: paths.settings, label: t('accounts.tabs.account') },
          { to: paths.settings_sign_in, label: t('accounts.tabs.sign_in') },
          { to: paths.settings_notices, label: t('accounts.tabs.notices') },
          { to: paths.settings_safety, label: t('accounts.tabs.safety') },
        ]}
      />
      {/* The first section has no line of its own above it. */}
      <div className="*:first:border-t-0">{children}</div>
      <SmallPrint className="mt-6" />
    </div>
  )
}
