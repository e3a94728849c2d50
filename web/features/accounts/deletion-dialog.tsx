import { type SubmitEvent, useRef } from 'react'
import { DELETION_GRACE_DAYS } from '#contract/limits.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMissedFailure } from '#web/ui/use-missed-failure.ts'
import { useDeleteAccount } from './deletion-queries.ts'
import { PresentPassword } from './present-password.tsx'
import { useUser } from './queries.ts'
import { refusedField } from './refused-field.ts'

/** Loads Base UI: open it lazily. */
export function DeletionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const viewer = useUser()
  const field = useRef<HTMLInputElement>(null)
  const { problems, read, forget } = useFieldErrors({ current_password: required })
  const { mutate, isPending, error, reset } = useDeleteAccount({
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

  function leave() {
    // What is on its way is kept, and is told of wherever one goes.
    reset()
    onClose()
  }

  function problem(): string | undefined {
    if (isWrong) return t('account.deletion.wrong')
    return problems.current_password && t(`errors.${problems.current_password}`)
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('account.deletion.dialog_title')}
      text={t('account.deletion.dialog_text', { days: DELETION_GRACE_DAYS })}
      initialFocus={field}
    >
      <form
        noValidate
        onSubmit={submit}
        onInput={(event) => {
          forget(event)
          if (error) reset()
        }}
        className="flex flex-col gap-4.5"
      >
        <PresentPassword
          ref={field}
          label={t('account.deletion.password')}
          problem={problem()}
          email={viewer.status === 'member' ? viewer.user.email : ''}
        />
        {error && !isWrong && <Notice type="error">{errorText(error)}</Notice>}
        <DialogActions className="mt-1">
          <Button variant="ghost" onClick={leave}>
            {t('account.deletion.keep')}
          </Button>
          <Button type="submit" variant="danger" loading={isPending}>
            {t('account.deletion.delete')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
