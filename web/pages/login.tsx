import { LazyFarewell } from '#web/features/accounts/lazy-farewell.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function LoginPage() {
  const { t } = useTranslation()
  usePageTitle(t('login.title'))
  return (
    <>
      <LazyFarewell />
      <LoginForm />
    </>
  )
}
