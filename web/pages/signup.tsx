import { useEffect } from 'react'
import { SignupForm } from '#web/features/accounts/sign-in/signup-form.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function SignupPage() {
  const { t } = useTranslation()
  usePageTitle(t('signup.title'))
  // Signing up leads there whatever the server says, and what it says is read there: also that it cannot be reached.
  useEffect(() => whenIdle(async () => void (await import('./login.tsx'))), [])
  return <SignupForm />
}
