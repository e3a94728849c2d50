import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SESSIONS_PART } from '#contract/account.ts'
import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { SessionList } from './session-list.tsx'

/** What keeps an account its owner's. */
export function SafetySections({ user }: { user: User }) {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const sessions = useRef<HTMLHeadingElement>(null)
  const isAsked = hash === `#${SESSIONS_PART}`

  // A mail leads here, and this part comes later than the arrival that would lead to it.
  useEffect(() => {
    if (!isAsked) return
    sessions.current?.scrollIntoView()
    sessions.current?.focus({ preventScroll: true })
  }, [isAsked])

  return (
    <>
      <SettingsSection title={t('account.password.title')} text={t('account.password.text')}>
        <ChangePasswordForm user={user} />
      </SettingsSection>
      <SettingsSection title={t('account.email.title')} text={t('account.email.text')}>
        <ChangeEmailForm user={user} />
      </SettingsSection>
      <SettingsSection
        ref={sessions}
        id={SESSIONS_PART}
        title={t('account.sessions.title')}
        text={t('account.sessions.text')}
      >
        <SessionList />
      </SettingsSection>
    </>
  )
}
