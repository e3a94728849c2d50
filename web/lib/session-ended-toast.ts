import { t } from '#web/lib/i18n/i18n.ts'
import { subscribeToSession, wasRefused } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

/** Shows a toast when the server has ended the session, which explains the redirect to the public pages. */
export function toastWhenSessionEnds(): () => void {
  return subscribeToSession(() => {
    if (wasRefused()) toast({ type: 'warning', message: t('session.ended') })
  })
}
