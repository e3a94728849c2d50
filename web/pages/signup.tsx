import { useEffect } from 'react'
import { SignupForm } from '#web/features/accounts/sign-in/signup-form.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function SignupPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.signup.title'))
  // Prefetch: the sign-up goes to /login before the server answers, and must get there even without a connection.
  useEffect(() => whenIdle(async () => void (await import('./login.tsx'))), [])
  return <SignupForm />
}
