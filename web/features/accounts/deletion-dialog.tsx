import { type SubmitEvent, useRef } from 'react'
import { DELETION_GRACE_DAYS } from '#contract/limits.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useMissedFailure } from '#web/ui/use-missed-failure.ts'
import { useDeleteAccountMutation } from './deletion-queries.ts'
import { PresentPassword } from './present-password.tsx'
import { useUser } from './queries.ts'
import { refusedField } from './refused-field.ts'

/** Asks for the password before an account goes. */
export function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const viewer = useUser()
  const field = useRef<HTMLInputElement>(null)
  const { problems, read, forget } = useFieldErrors({ current_password: required })
  const { mutate, isPending, error, reset } = useDeleteAccountMutation({
    onGone: onClose,
    onError: useMissedFailure(open),
  })
  const isWrong = refusedField(error, ['current_password']) !== undefined

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = isPending ? null : read(form)
    if (values) mutate(values.current_password, { onError: () => focusField(form, 'current_password') })
  }

  function problem(): string | undefined {
    if (isWrong) return t('account.deletion.wrong')
    return problems.current_password && t(`errors.${problems.current_password}`)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('account.deletion.dialog_title')}
      text={t('account.deletion.dialog_text', { days: DELETION_GRACE_DAYS })}
      words={{ keep: t('account.deletion.keep'), confirm: t('account.deletion.delete') }}
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
      <PresentPassword
        ref={field}
        label={t('account.deletion.password')}
        problem={problem()}
        email={viewer.status === 'member' ? viewer.user.email : ''}
      />
    </ConfirmDialog>
  )
}
