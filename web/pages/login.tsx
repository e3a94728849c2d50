import { LoginForm } from '#web/features/accounts/sign-in/login-form.tsx'
import { LazyDeletionAlert } from '#web/features/deletion/lazy-deletion-alert.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function LoginPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.login.title'))
  return (
    <>
      <LazyDeletionAlert />
      <LoginForm />
    </>
  )
}
