import { ResetRequestForm } from '#web/features/accounts/reset-request-form.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  usePageTitle(t('reset_password.title'))
  return <ResetRequestForm />
}
