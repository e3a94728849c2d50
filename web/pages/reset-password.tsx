import { ResetRequestForm } from '#web/features/accounts/sign-in/reset-request-form.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.reset_password.title'))
  return <ResetRequestForm />
}
