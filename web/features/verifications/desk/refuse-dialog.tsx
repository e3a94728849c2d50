import { type SubmitEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { type StaffVerification, VERIFICATION_REFUSALS, type VerificationRefusal } from '#contract/verifications.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useDecideMutation } from './queries.ts'

export interface RefuseDialogProps {
  file: StaffVerification
  open: boolean
  onClose: () => void
}

/** The longest note, as the server has it. */
const NOTE_MAX = 1000

/** Says what is missing. The creator reads the reason, and the note in its place. */
export function RefuseDialog({ file, open, onClose }: RefuseDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const group = useId()
  const [reason, setReason] = useState<VerificationRefusal | null>(null)
  const [missing, setMissing] = useState<'reason' | 'note' | null>(null)
  const { mutate, isPending, error, reset } = useDecideMutation(file.id, useToastAfterClose(open))
  const name = file.creator ?? t('verifications.desk.gone')

  function leave() {
    setMissing(null)
    onClose()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const note = String(new FormData(form).get('note') ?? '').trim()
    if (reason === null) {
      setMissing('reason')
      form.querySelector<HTMLElement>('input[type=radio]')?.focus()
      return
    }
    // "Something else" says nothing by itself.
    if (reason === 'other' && note === '') {
      setMissing('note')
      return focusField(form, 'note')
    }
    mutate(
      { outcome: 'refused', reason, ...(note !== '' && { note }) },
      {
        onSuccess: () => {
          toast({ type: 'success', message: t('verifications.desk.refused', { name }) })
          void navigate(paths.admin_verifications)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t('verifications.desk.refuse_title')}
      text={t('verifications.desk.refuse_text', { name })}
      words={{ keep: t('verifications.desk.cancel'), confirm: t('verifications.desk.refuse_send') }}
      isPending={isPending}
      error={error}
      reset={reset}
      form={{ onSubmit: send, onInput: () => setMissing(null) }}
    >
      <RadioRows
        legend={t('verifications.desk.reason')}
        legendLook="label"
        name={group}
        rows={VERIFICATION_REFUSALS.map((value) => ({ value, label: t(`verifications.desk.reasons.${value}`) }))}
        value={reason}
        onChange={setReason}
        error={missing === 'reason' ? t('verifications.desk.reason_missing') : null}
      />
      <Field
        label={t('verifications.desk.note')}
        hint={t('verifications.desk.note_hint')}
        error={missing === 'note' ? t('errors.required') : null}
      >
        <TextArea name="note" rows={3} maxLength={NOTE_MAX} />
      </Field>
    </ConfirmDialog>
  )
}
