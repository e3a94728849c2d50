import type { User } from '#contract/accounts.ts'
import { SESSION_SETTINGS } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { SessionList } from './session-list.tsx'

/** What keeps an account its owner's. */
export function SafetySections({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <>
      <SettingsSection title={t('account.password.title')} text={t('account.password.text')}>
        <ChangePasswordForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.email.title')} text={t('account.email.text')}>
        <ChangeEmailForm user={user} />
      </SettingsSection>
      <SettingsSection address={SESSION_SETTINGS} title={t('account.sessions.title')} text={t('account.sessions.text')}>
        <SessionList />
      </SettingsSection>
    </>
  )
}
