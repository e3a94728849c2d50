import { LogOut } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useEndOtherSessionsMutation } from './queries.ts'

export interface EndSessionsDialogProps {
  open: boolean
  onClose: () => void
  /** Where the focus moves after success, when the pressed button has disappeared. */
  focusAfter: () => HTMLElement | null
}

/** Confirmation dialog for ending all other sessions. Open it through LazyEndSessionsDialog. */
export function EndSessionsDialog({ open, onClose, focusAfter }: EndSessionsDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending, isSuccess, error, reset } = useEndOtherSessionsMutation(useToastAfterClose(open))
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('sessions.end_others_title')}
      text={t('sessions.end_others_text')}
      words={{ keep: t('sessions.cancel'), confirm: t('sessions.end_others') }}
      icon={<LogOut aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      returnFocus={() => (isSuccess ? focusAfter() : null)}
    />
  )
}
