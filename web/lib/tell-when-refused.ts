import { t } from './i18n.ts'
import { subscribeToSession, wasRefused } from './session.ts'
import { toast } from './toasts.ts'

/** Who is shown out in the middle of something learns why, and that logging in leads back. */
export function tellWhenRefused(): () => void {
  return subscribeToSession(() => {
    if (wasRefused()) toast({ type: 'warning', message: t('session.ended') })
  })
}
