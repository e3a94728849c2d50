import { PeopleList } from '#web/features/blocks/people-list.tsx'
import { OwnReports } from '#web/features/reports/own-reports.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SettingsPages } from './settings-page.tsx'

/** Whom the member blocks and mutes, and what came of their reports. */
export function SettingsSafetyPage() {
  const { t } = useTranslation()
  return (
    <SettingsPages tabTitle={t('blocks.title')}>
      <SettingsSection title={t('blocks.blocked_title')} text={t('blocks.blocked_text')}>
        <PeopleList list="blocks" />
      </SettingsSection>
      <SettingsSection title={t('blocks.muted_title')} text={t('blocks.muted_text')}>
        <PeopleList list="mutes" />
      </SettingsSection>
      <SettingsSection title={t('blocks.reports_title')} text={t('blocks.reports_text')}>
        <OwnReports />
      </SettingsSection>
    </SettingsPages>
  )
}
