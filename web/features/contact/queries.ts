import { landing } from '#contract/landing.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

interface Letter {
  name: string
  email: string
  message: string
  /** The field that only machines fill in. */
  website: string
}

export function useSendContactMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (body: Letter) => call(landing.send_contact, { body }),
    onSuccess: () => toast({ type: 'success', message: t('contact.sent_toast') }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
