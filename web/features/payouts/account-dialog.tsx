import { Clock } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { isIban, plainIban } from '#contract/iban.ts'
import { ACCOUNT_HOLD_HOURS } from '#contract/payouts.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { IbanInput } from '#web/ui/forms/iban-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useAccountMutation } from './queries.ts'

export interface AccountDialogProps {
  holder: string
  email: string
  /** Whether there is no account yet: then nothing waits. */
  isFirst: boolean
  open: boolean
  onClose: () => void
}

const FIELDS = ['iban', 'current_password'] as const

/** Changes the bank account. The number is readable only while it is typed. */
export function AccountDialog({ holder, email, isFirst, open, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const iban = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const { problems, read, forget } = useFieldErrors({ iban: required, current_password: required })
  const { mutate, isPending, error, reset } = useAccountMutation(useToastAfterClose(open))
  const refused = refusedField(error, FIELDS)

  function leave() {
    setWrong(false)
    onClose()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = isPending ? null : read(form)
    if (!values) return
    if (!isIban(values.iban)) {
      setWrong(true)
      return focusField(form, 'iban')
    }
    mutate(
      { iban: plainIban(values.iban), current_password: values.current_password },
      {
        onSuccess: () => {
          leave()
          toast({ type: 'success', message: t(isFirst ? 'payouts.account_given' : 'payouts.account_changed') })
        },
        onError: (failure) => {
          const name = refusedField(failure, FIELDS)
          if (name) focusField(form, name)
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t(isFirst ? 'payouts.account_title_first' : 'payouts.account_title')}
      text={t('payouts.account_text')}
      words={{ keep: t('payouts.cancel'), confirm: t('payouts.account_save') }}
      variant="primary"
      isPending={isPending}
      error={refused ? null : error}
      reset={reset}
      initialFocus={iban}
      form={{
        onSubmit: submit,
        onInput: (event) => {
          forget(event)
          setWrong(false)
          if (error) reset()
        },
      }}
    >
      <Field label={t('payouts.holder')} hint={t('payouts.holder_hint')}>
        <TextInput value={holder} readOnly aria-disabled />
      </Field>
      <Field
        label={t('payouts.iban')}
        hint={t('payouts.iban_hint')}
        error={isWrong || refused === 'iban' ? t('payouts.iban_wrong') : problems.iban && t(`errors.${problems.iban}`)}
      >
        <IbanInput ref={iban} name="iban" />
      </Field>
      <CurrentPasswordField
        label={t('payouts.password')}
        problem={
          refused === 'current_password'
            ? t('payouts.password_wrong')
            : problems.current_password && t(`errors.${problems.current_password}`)
        }
        email={email}
      />
      {!isFirst && (
        <p className="flex items-start gap-3 rounded-lg bg-warn-wash px-4 py-3.5 text-label leading-note text-warn">
          <Clock aria-hidden="true" className="mt-px size-icon-lg flex-none" />
          {t('payouts.account_waits', { hours: ACCOUNT_HOLD_HOURS })}
        </p>
      )}
    </ConfirmDialog>
  )
}
