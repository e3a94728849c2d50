import { ConfirmResetForm } from '#web/features/accounts/sign-in/confirm-reset-form.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function ConfirmResetPasswordPage() {
  const { t } = useTranslation()
  usePageTitle(t('accounts.confirm_reset_password.title'))
  return <ConfirmResetForm />
}
