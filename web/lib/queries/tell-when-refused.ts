import { t } from '#web/lib/i18n/i18n.ts'
import { subscribeToSession, wasRefused } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

/** Who is shown out in the middle of something learns why, and that logging in leads back. */
export function tellWhenRefused(): () => void {
  return subscribeToSession(() => {
    if (wasRefused()) toast({ type: 'warning', message: t('session.ended') })
  })
}
