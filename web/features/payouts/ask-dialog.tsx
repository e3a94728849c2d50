import { Banknote } from 'lucide-react'
import { useRef } from 'react'
import { type Balance, PAYOUT_MIN } from '#contract/payouts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { isTranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { toast } from '#web/lib/toasts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useAskPayoutMutation } from './queries.ts'

export interface AskDialogProps {
  balance: Balance
  open: boolean
  onClose: () => void
}

/** Asks whether everything that is available shall be paid out now. */
export function AskDialog({ balance, open, onClose }: AskDialogProps) {
  const { t, language } = useTranslation()
  const { mutate, isPending, error, reset } = useAskPayoutMutation(useToastAfterClose(open))
  // A repeated press after a lost answer asks for the same payout.
  const client_id = useRef<string>(undefined)
  const amount = euros(balance.available, language)
  const digits = balance.account?.last4
  const reason = error instanceof ApiError ? `payouts.refused.${error.fields.waits_for}` : ''
  const refusal = isTranslationKey(reason)
    ? t(reason, { minimum: euros(String(PAYOUT_MIN), language, { short: true }) })
    : null

  function ask() {
    client_id.current ??= newClientId()
    mutate(client_id.current, {
      onSuccess: (payout) => {
        client_id.current = undefined
        onClose()
        toast({ type: 'success', message: t('payouts.asked', { amount: euros(payout.amount, language) }) })
      },
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('payouts.ask_title')}
      text={digits ? t('payouts.ask_text_to', { amount, digits }) : t('payouts.ask_text', { amount })}
      words={{ keep: t('payouts.not_now'), confirm: t('payouts.ask_confirm', { amount }) }}
      variant="primary"
      icon={<Banknote aria-hidden="true" />}
      isPending={isPending}
      error={refusal ? null : error}
      reset={reset}
      onConfirm={ask}
    >
      {refusal && <Alert type="error">{refusal}</Alert>}
    </ConfirmDialog>
  )
}
