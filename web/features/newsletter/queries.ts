import type { Input } from '#contract/endpoint.ts'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

export type NewsletterStep = 'confirm' | 'unsubscribe'

/** Opening a link changes nothing, because mail scanners open it too; this does. */
export function useNewsletterStepMutation(step: NewsletterStep) {
  return useSingleMutation({
    mutationFn: (token: string) =>
      step === 'confirm'
        ? call(newsletter.confirm_newsletter, { body: { token } })
        : call(newsletter.leave_newsletter, { query: { token } }),
  })
}

export function useJoinNewsletterMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (body: Input<typeof newsletter.join_newsletter>['body']) => call(newsletter.join_newsletter, { body }),
    onSuccess: () => toast({ type: 'success', message: t('landing.newsletter.success') }),
    onError: (error) => {
      toast({ type: 'error', message: t('landing.newsletter.failure') })
      // The words above are always the same; whoever came too often, or has no connection, is also told so.
      if (!(error instanceof ApiError) || error.status === 429) toast({ type: 'warning', message: errorText(error) })
    },
  })
}
