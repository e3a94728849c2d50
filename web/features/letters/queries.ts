import { letters } from '#contract/letters.ts'
import { call } from '#web/lib/api.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

export type NewsletterStep = 'confirm' | 'unsubscribe'

/** Opening a link changes nothing, because mail scanners open it too; this does. */
export function useNewsletterStepMutation(step: NewsletterStep) {
  return useSingleMutation({
    mutationFn: (token: string) =>
      step === 'confirm'
        ? call(letters.confirm_newsletter, { body: { token } })
        : call(letters.leave_newsletter, { query: { token } }),
  })
}
