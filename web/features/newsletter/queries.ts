import type { Input } from '#contract/endpoint.ts'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

export type NewsletterStep = 'confirm' | 'unsubscribe'

/** Confirms or ends a newsletter subscription with the token of a mail. */
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
    onSuccess: () => toast({ type: 'success', message: t('newsletter.form.success') }),
    onError: (error) => {
      toast({ type: 'error', message: t('newsletter.form.failure') })
      // The first toast always has the same text. A second one tells of a rate limit or a missing connection.
      if (!(error instanceof ApiError) || error.status === 429) toast({ type: 'warning', message: errorText(error) })
    },
  })
}
