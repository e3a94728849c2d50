import { ExternalLink } from 'lucide-react'
import { type SubmitEvent, useRef } from 'react'
import { refusedField } from '#web/lib/api-error.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useProviderAccountMutation } from './queries.ts'

export interface ProviderDialogProps {
  email: string
  open: boolean
  onClose: () => void
}

const FIELDS = ['current_password'] as const

/** Asks for the password before the page of the payout provider, where the bank account is given or changed. */
export function ProviderDialog({ email, open, onClose }: ProviderDialogProps) {
  const { t } = useTranslation()
  const password = useRef<HTMLInputElement>(null)
  const { problems, read, forget } = useFieldErrors({ current_password: required })
  const { mutate, isPending, error, reset } = useProviderAccountMutation(useToastAfterClose(open))
  const refused = refusedField(error, FIELDS)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = isPending ? null : read(form)
    if (values) mutate(values.current_password, { onError: () => focusField(form, 'current_password') })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('payouts.provider_title')}
      text={t('payouts.provider_text')}
      words={{ keep: t('payouts.cancel'), confirm: t('payouts.provider_continue') }}
      variant="primary"
      icon={<ExternalLink aria-hidden="true" />}
      isPending={isPending}
      error={refused ? null : error}
      reset={reset}
      initialFocus={password}
      form={{
        onSubmit: submit,
        onInput: (event) => {
          forget(event)
          if (error) reset()
        },
      }}
    >
      <CurrentPasswordField
        ref={password}
        label={t('payouts.password')}
        problem={
          refused ? t('payouts.password_wrong') : problems.current_password && t(`errors.${problems.current_password}`)
        }
        email={email}
      />
    </ConfirmDialog>
  )
}
