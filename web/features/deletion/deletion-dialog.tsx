import { type SubmitEvent, useRef } from 'react'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { LeftBalance } from './left-balance.tsx'
import { useDeleteAccountMutation } from './queries.ts'

interface DeletionDialogProps {
  open: boolean
  onClose: () => void
  email: string
  /** A creator in a house that pays creators. */
  hasBalance: boolean
}

/** Confirmation dialog that asks for the password before an account is deleted, and says what becomes of a balance. */
export function DeletionDialog({ open, onClose, email, hasBalance }: DeletionDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { problems, read, forget } = useFieldErrors({ current_password: required })
  const { mutate, isPending, error, reset } = useDeleteAccountMutation({
    onDeleted: onClose,
    onError: useToastAfterClose(open),
  })
  const isWrong = refusedField(error, ['current_password']) !== undefined

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = isPending ? null : read(form)
    if (values) mutate(values.current_password, { onError: () => focusField(form, 'current_password') })
  }

  function problem(): string | undefined {
    if (isWrong) return t('deletion.wrong')
    return problems.current_password && t(`errors.${problems.current_password}`)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('deletion.dialog_title')}
      text={t('deletion.dialog_text', { days: DELETION_GRACE_DAYS })}
      words={{ keep: t('deletion.keep'), confirm: t('deletion.delete') }}
      isPending={isPending}
      error={isWrong ? null : error}
      reset={reset}
      form={{
        onSubmit: submit,
        onInput: (event) => {
          forget(event)
          if (error) reset()
        },
      }}
      initialFocus={field}
    >
      {hasBalance && open && <LeftBalance />}
      <CurrentPasswordField ref={field} label={t('deletion.password')} problem={problem()} email={email} />
    </ConfirmDialog>
  )
}
