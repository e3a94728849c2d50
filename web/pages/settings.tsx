import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { CREATOR_SETTINGS, SESSION_SETTINGS } from '#contract/settings-sections.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { AppearanceSettings } from '#web/features/accounts/settings/appearance-settings.tsx'
import { ChangeEmailForm } from '#web/features/accounts/settings/change-email-form.tsx'
import { ChangePasswordForm } from '#web/features/accounts/settings/change-password-form.tsx'
import { CreatorInterest } from '#web/features/accounts/settings/creator-interest.tsx'
import { CreatorInvitation } from '#web/features/accounts/settings/creator-invitation.tsx'
import { UnconfirmedEmail } from '#web/features/accounts/settings/unconfirmed-email.tsx'
import { UsernameForm } from '#web/features/accounts/settings/username-form.tsx'
import { WelcomeCard } from '#web/features/broadcasts/welcome-card.tsx'
import { DeletionSection } from '#web/features/deletion/deletion-section.tsx'
import { ExportSection } from '#web/features/exports/export-section.tsx'
import { MarkCard } from '#web/features/marks/mark-card.tsx'
import { CreatorSettings } from '#web/features/profiles/creator-settings.tsx'
import { ShareLink } from '#web/features/profiles/share-link.tsx'
import { SessionList } from '#web/features/sessions/session-list.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SettingsPages } from './settings-page.tsx'

export function SettingsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { hash } = useLocation()

  if (viewer.status !== 'member') return null
  const { user } = viewer
  return (
    <SettingsPages>
      <SettingsSection
        title={t('accounts.username.title')}
        text={t(user.profile_id === null ? 'accounts.username.text' : 'accounts.username.address_text')}
      >
        <UsernameForm key={user.id} user={user} />
      </SettingsSection>
      <SettingsSection title={t('accounts.interest.title')}>
        <CreatorInterest user={user} />
      </SettingsSection>
      <SettingsSection address={CREATOR_SETTINGS} title={t('profiles.editor.title')} text={t('profiles.editor.text')}>
        {user.may_be_creator ? (
          <CreatorSettings key={user.id} user={user} isEnrolling={paths.settings + hash === CREATOR_SETTINGS} />
        ) : (
          <CreatorInvitation user={user} />
        )}
      </SettingsSection>
      {user.profile_id !== null && (
        <SettingsSection title={t('profiles.share.title')}>
          <ShareLink username={user.username} />
        </SettingsSection>
      )}
      {user.profile_id !== null && <MarkCard username={user.username} />}
      {user.profile_id !== null && <WelcomeCard />}
      <AppearanceSettings />
      <SettingsSection title={t('accounts.password.title')} text={t('accounts.password.text')}>
        <ChangePasswordForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('accounts.email.title')} text={t('accounts.email.text')}>
        {!user.email_confirmed && <UnconfirmedEmail user={user} />}
        <ChangeEmailForm user={user} />
      </SettingsSection>
      <SettingsSection address={SESSION_SETTINGS} title={t('sessions.title')} text={t('sessions.text')}>
        <SessionList />
      </SettingsSection>
      <ExportSection />
      <DeletionSection email={user.email} hasBalance={user.profile_id !== null && user.payments === true} />
    </SettingsPages>
  )
}
