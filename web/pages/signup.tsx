import { SignupForm } from '#web/features/accounts/signup-form.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function SignupPage() {
  const { t } = useTranslation()
  usePageTitle(t('signup.title'))
  return <SignupForm />
}
