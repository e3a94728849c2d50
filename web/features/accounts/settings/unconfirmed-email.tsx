import type { User } from '#contract/accounts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFreshUser, useResendConfirmationMutation } from './queries.ts'

/** Says that the address is not confirmed yet, and sends the link again. Nothing depends on it so far. */
export function UnconfirmedEmail({ user }: { user: User }) {
  const { t } = useTranslation()
  const resend = useResendConfirmationMutation()
  useFreshUser()
  return (
    <div className="mb-5 flex flex-col items-start gap-3">
      <Alert type="info" className="w-full">
        <span className="break-words">{t('accounts.email.unconfirmed', { email: user.email })}</span>
      </Alert>
      <Button variant="secondary" size="sm" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t('accounts.email.resend')}
      </Button>
    </div>
  )
}
