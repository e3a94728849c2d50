import { useBlocker } from 'react-router'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useUnloadQuestion } from '#web/lib/use-unload-question.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a page is left on which something was filled in and not sent. The browser asks by itself when the tab closes. */
export function LeaveQuestion({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAsked && currentLocation.pathname !== nextLocation.pathname,
  )

  useUnloadQuestion(isAsked)

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('ui.leave')}
      text={t('ui.leave_text')}
      words={{ keep: t('ui.leave_stay'), confirm: t('ui.leave_go') }}
      isPending={false}
      error={null}
      reset={() => undefined}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
