import { Undo2 } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { PAYOUT_FAILURES, type PayoutFailure, type StaffPayout } from '#contract/payouts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { toast } from '#web/lib/toasts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useOutcomeMutation } from './queries.ts'

export interface FailedDialogProps {
  payout: StaffPayout
  name: string
  open: boolean
  onClose: () => void
}

/** The longest note, as the server has it. */
const NOTE_MAX = 1000

/** Says that a payout did not arrive: the money is in the creator's balance again, once and for all. */
export function FailedDialog({ payout, name, open, onClose }: FailedDialogProps) {
  const { t, language } = useTranslation()
  const group = useId()
  const [failure, setFailure] = useState<PayoutFailure | null>(null)
  const [isMissing, setMissing] = useState(false)
  const amount = euros(payout.amount, language)
  const { mutate, isPending, error, reset } = useOutcomeMutation(payout.id, {
    onSuccess: () => {
      leave()
      toast({ type: 'success', message: t('payouts.desk.back', { amount, name }) })
    },
    onError: useToastAfterClose(open),
  })

  function leave() {
    setMissing(false)
    onClose()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    if (failure === null) {
      setMissing(true)
      event.currentTarget.querySelector<HTMLElement>('input[type=radio]')?.focus()
      return
    }
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim()
    mutate({ state: 'failed', failure, ...(note !== '' && { note }) })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t('payouts.desk.failed_title')}
      text={t('payouts.desk.failed_text', { amount, name })}
      words={{ keep: t('payouts.desk.cancel'), confirm: t('payouts.desk.failed_send') }}
      icon={<Undo2 aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      form={{ onSubmit: send, onInput: () => setMissing(false) }}
    >
      <RadioRows
        legend={t('payouts.desk.why')}
        legendLook="label"
        name={group}
        rows={PAYOUT_FAILURES.map((value) => ({ value, label: t(`payouts.desk.failure.${value}`) }))}
        value={failure}
        onChange={setFailure}
        error={isMissing ? t('payouts.desk.why_missing') : null}
      />
      <Field label={t('payouts.desk.note')} hint={t('payouts.desk.note_hint')}>
        <TextArea name="note" rows={2} maxLength={NOTE_MAX} />
      </Field>
    </ConfirmDialog>
  )
}
