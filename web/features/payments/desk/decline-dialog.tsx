import { X } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useDeclineMutation } from './queries.ts'
import { REASON_MAX, type RefundDialogProps } from './refund-dialog.tsx'

/** Declines a withdrawal. Its fan reads the reason. */
export function DeclineDialog({ order, open, onClose, onDone, returnFocus }: RefundDialogProps) {
  const { t } = useTranslation()
  const reason = useRef<HTMLTextAreaElement>(null)
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error, reset } = useDeclineMutation(order, useToastAfterClose(open))
  // Somebody else was faster, or a refund is under way.
  const isDecided = error instanceof ApiError && error.fields?.withdrawal !== undefined

  function leave() {
    setMissing(false)
    onClose()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const words = String(new FormData(form).get('reason') ?? '').trim()
    if (words !== '') return mutate({ reason: words }, { onSuccess: onDone })
    setMissing(true)
    focusField(form, 'reason')
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t('payments.desk.decline_title')}
      text={t('payments.desk.decline_text', {
        fan: order.fan ?? t('payments.desk.gone'),
        creator: order.creator ?? t('payments.desk.gone'),
      })}
      words={{ keep: t('payments.desk.cancel'), confirm: t('payments.desk.decline_send') }}
      icon={<X aria-hidden="true" />}
      isPending={isPending}
      error={isDecided ? null : error}
      reset={reset}
      initialFocus={reason}
      returnFocus={returnFocus}
      form={{
        onSubmit: send,
        onInput: () => {
          setMissing(false)
          if (error) reset()
        },
      }}
    >
      {isDecided && <Alert type="error">{t('payments.desk.decided')}</Alert>}
      <Field
        label={t('payments.desk.decline_reason')}
        hint={t('payments.desk.decline_hint')}
        error={isMissing ? t('errors.required') : null}
      >
        <TextArea ref={reason} name="reason" maxLength={REASON_MAX} />
      </Field>
    </ConfirmDialog>
  )
}
