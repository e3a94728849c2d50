import { useLocation } from 'react-router'
import { CREATOR_SETTINGS, paths } from '#contract/paths.ts'
import { AppearanceSettings } from '#web/features/accounts/appearance-settings.tsx'
import { CreatorInterest } from '#web/features/accounts/creator-interest.tsx'
import { DeletionSection } from '#web/features/accounts/deletion-section.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { SafetySections } from '#web/features/accounts/safety-sections.tsx'
import { UsernameForm } from '#web/features/accounts/username-form.tsx'
import { ExportSection } from '#web/features/exports/export-section.tsx'
import { CreatorSettings } from '#web/features/profiles/creator-settings.tsx'
import { ShareLink } from '#web/features/profiles/share-link.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SmallPrint } from '#web/ui/small-print.tsx'

export function SettingsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { hash } = useLocation()
  usePageTitle(t('settings.title'))

  if (viewer.status !== 'member') return null
  const { user } = viewer
  return (
    <div className="mx-auto w-full max-w-settings flex-1 px-4 pt-7 pb-14 md:px-8 md:pt-10">
      <h1 className="d-l mb-6.5 text-[clamp(2.125rem,3.4vw,3rem)]">{t('settings.title')}</h1>
      <SettingsSection
        title={t('settings.username')}
        text={t(user.profile_id === null ? 'settings.username_text' : 'settings.address_text')}
      >
        <UsernameForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('settings.interest_title')}>
        <CreatorInterest user={user} />
      </SettingsSection>
      <SettingsSection address={CREATOR_SETTINGS} title={t('settings.profile_title')} text={t('settings.profile_text')}>
        <CreatorSettings user={user} isEnrolling={paths.settings + hash === CREATOR_SETTINGS} />
      </SettingsSection>
      {user.profile_id !== null && (
        <SettingsSection title={t('settings.share_title')}>
          <ShareLink username={user.username} />
        </SettingsSection>
      )}
      <AppearanceSettings />
      <SafetySections user={user} />
      <ExportSection />
      <DeletionSection />
      <SmallPrint className="mt-6" />
    </div>
  )
}
