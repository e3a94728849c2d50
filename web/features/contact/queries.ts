import { contact } from '#contract/contact.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

interface ContactMessage {
  name: string
  email: string
  message: string
  /** Honeypot: only bots fill in this field. */
  website: string
}

export function useSendContactMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (body: ContactMessage) => call(contact.send_contact, { body }),
    onSuccess: () => toast({ type: 'success', message: t('contact.sent_toast') }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
