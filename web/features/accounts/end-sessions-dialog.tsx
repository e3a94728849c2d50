import { LogOut } from 'lucide-react'
import { useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMissedFailure } from '#web/ui/use-missed-failure.ts'
import { useEndOtherSessions } from './safety-queries.ts'

export interface EndSessionsDialogProps {
  open: boolean
  onClose: () => void
  /** Where the focus goes on when the others are gone, and with them what was pressed. */
  focusAfter: () => HTMLElement | null
}

/** Loads Base UI: open it through LazyEndSessionsDialog. */
export function EndSessionsDialog({ open, onClose, focusAfter }: EndSessionsDialogProps) {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, isSuccess, error, reset } = useEndOtherSessions(useMissedFailure(open))

  function leave() {
    // What is on its way is kept, and is told of wherever one goes.
    reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('account.sessions.end_others_title')}
      text={t('account.sessions.end_others_text')}
      initialFocus={keep}
      returnFocus={() => (isSuccess ? focusAfter() : null)}
      actions={
        <>
          <Button ref={keep} variant="ghost" onClick={leave}>
            {t('account.sessions.cancel')}
          </Button>
          <Button
            variant="danger"
            icon={<LogOut aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate(undefined, { onSuccess: onClose })}
          >
            {t('account.sessions.end_others')}
          </Button>
        </>
      }
    >
      {error && <Notice type="error">{errorText(error)}</Notice>}
    </Dialog>
  )
}
