import { Undo2 } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { amountOf, centsOf } from '#contract/fees.ts'
import type { StaffOrder } from '#contract/payments.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PriceInput } from '#web/ui/forms/price-input.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useRefundMutation } from './queries.ts'
import { leftOf, type RefundProblem, readRefund } from './refund-draft.ts'

export interface RefundDialogProps {
  order: StaffOrder
  open: boolean
  onClose: () => void
  /** Nothing is left to do with the button that opened the dialog. */
  onDone: () => void
  returnFocus: () => HTMLElement | null
}

/** The longest reason, as the server has it. */
export const REASON_MAX = 1000

/** Gives an order's money back: all that is left, which ends the access, or a part of it. */
export function RefundDialog({ order, open, onClose, onDone, returnFocus }: RefundDialogProps) {
  const { t, language } = useTranslation()
  const name = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const [share, setShare] = useState<'whole' | 'part'>('whole')
  const [problem, setProblem] = useState<RefundProblem | null>(null)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Every refund begins with the whole. The choice before stays visible while the dialog closes.
    if (open) setShare('whole')
  }
  const { mutate, isPending, error, reset } = useRefundMutation(order, useToastAfterClose(open))
  const left = leftOf(order)
  const money = (amount: string) => euros(amount, language)
  const gone = t('payments.desk.gone')
  const isDeclined = order.withdrawal_declined_at !== null

  function leave() {
    setProblem(null)
    onClose()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const data = new FormData(form)
    const amount = share === 'part' ? String(data.get('amount') ?? '') : null
    const read = readRefund({ amount, reason: String(data.get('reason') ?? '') }, left)
    if ('body' in read)
      return mutate(
        { ...read.body, ...(isDeclined && { after_decline: true }) },
        { onSuccess: share === 'whole' ? onDone : leave },
      )
    setProblem(read.problem)
    focusField(form, read.problem)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t('payments.desk.refund_title')}
      text={
        <>
          {t('payments.desk.refund_text', {
            fan: order.fan ?? gone,
            charged: money(order.charged),
            creator: order.creator ?? gone,
          })}
          {isDeclined && ` ${t('payments.desk.refund_declined')}`}
        </>
      }
      words={{ keep: t('payments.desk.cancel'), confirm: t('payments.desk.send') }}
      icon={<Undo2 aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      initialFocus={first}
      returnFocus={returnFocus}
      form={{
        onSubmit: send,
        onInput: () => {
          setProblem(null)
          if (error) reset()
        },
      }}
    >
      <RadioRows
        legend={t('payments.desk.how_much')}
        legendLook="label"
        name={name}
        rows={[
          {
            value: 'whole',
            label: <Share name="whole" text={t('payments.desk.whole_text', { amount: money(left) })} />,
          },
          { value: 'part', label: <Share name="part" text={t('payments.desk.part_text')} /> },
        ]}
        value={share}
        onChange={setShare}
      />
      {share === 'part' && (
        <Field
          label={t('payments.desk.amount')}
          error={
            problem === 'amount'
              ? t('payments.desk.amount_wrong', { least: money('0.01'), most: money(amountOf(centsOf(left) - 1)) })
              : null
          }
        >
          <PriceInput name="amount" />
        </Field>
      )}
      <Field
        label={t('payments.desk.reason')}
        hint={t('payments.desk.reason_hint')}
        error={problem === 'reason' ? t('errors.required') : null}
      >
        <TextArea ref={first} name="reason" maxLength={REASON_MAX} />
      </Field>
    </ConfirmDialog>
  )
}

function Share({ name, text }: { name: 'whole' | 'part'; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      {t(`payments.desk.${name}`)} <span className="block text-small font-normal text-soft">{text}</span>
    </>
  )
}
