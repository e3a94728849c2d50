import { type RefObject, type SubmitEvent, useRef } from 'react'
import { FACTS_MAX, type Ground } from '#contract/decisions.ts'
import { errorText } from '#web/lib/error-text.ts'
import { required, textUpTo, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { GroundField } from './ground-field.tsx'
import { useCloseUserMutation } from './queries.ts'

export interface CloseDialogProps {
  user: { id: string; username: string }
  open: boolean
  onClose: () => void
}

/** Closes an account, or proposes it to a second admin. Its focus starts on Cancel. */
export function CloseDialog({ user, open, onClose }: CloseDialogProps) {
  const { t } = useTranslation()
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('staff.users_page.close_title', { name: user.username })}
      text={t('staff.users_page.close_text')}
      initialFocus={cancel}
    >
      <CloseForm user={user} cancel={cancel} onDone={onClose} />
    </LazyDialog>
  )
}

interface CloseFormProps extends Pick<CloseDialogProps, 'user'> {
  cancel: RefObject<HTMLButtonElement | null>
  onDone: () => void
}

function CloseForm({ user, cancel, onDone }: CloseFormProps) {
  const { t } = useTranslation()
  const { problems, read, forget } = useFieldErrors({ ground: required, facts: textUpTo(FACTS_MAX) })
  const { mutate, isPending, error, reset } = useCloseUserMutation({
    words: (state) => t(`staff.users_page.close_${state}`, { name: user.username }),
    // The form is mounted only while its dialog is open.
    onError: useToastAfterClose(true),
  })

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const values = read(event.currentTarget)
    if (!values) return
    mutate({ id: user.id, ground: values.ground as Ground, facts: values.facts }, { onSuccess: onDone })
  }

  return (
    <form
      noValidate
      onSubmit={send}
      onInput={(event) => {
        forget(event)
        if (error) reset()
      }}
      className="flex flex-col gap-4.5"
    >
      <Alert type="warning">{t('staff.users_page.close_second')}</Alert>
      <GroundField error={problems.ground && t(`errors.${problems.ground}`)} />
      <Field
        label={t('staff.users_page.facts')}
        hint={t('staff.users_page.facts_hint')}
        error={problems.facts && t(`errors.${problems.facts}`)}
      >
        <TextArea name="facts" />
      </Field>
      {error && <Alert type="error">{errorText(error)}</Alert>}
      <DialogActions className="mt-1">
        <Button ref={cancel} variant="ghost" onClick={onDone}>
          {t('staff.users_page.cancel')}
        </Button>
        <Button type="submit" variant="danger" loading={isPending}>
          {t('staff.users_page.close_send')}
        </Button>
      </DialogActions>
    </form>
  )
}
