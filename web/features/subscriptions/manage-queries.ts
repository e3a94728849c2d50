import { useQueryClient } from '@tanstack/react-query'
import { dateText } from '#contract/dates.ts'
import { type Subscription, subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type TicketList, withTicket } from './tickets.ts'

/** Shows the answer at once, and fetches the list again. */
function useKeepTicket() {
  const client = useQueryClient()
  return (changed: Subscription) => {
    client.setQueryData<TicketList>(queryKeys.subscriptions, (list) => list && withTicket(list, changed))
    void client.invalidateQueries({ queryKey: queryKeys.subscriptions })
  }
}

/** Stops renewing. What was paid stays open. */
export function useCancelMutation(id: string, onError: (error: Error) => void) {
  const { t, language } = useTranslation()
  const keep = useKeepTicket()
  return useSingleMutation({
    mutationFn: () => call(subscriptions.cancel_subscription, { params: { id } }),
    onSuccess: (stopped) => {
      keep(stopped)
      const date = dateText(stopped.expires_at, language, 'day_month')
      const isOver = stopped.expires_in === undefined
      const message = isOver ? t('subscriptions.stopped_unpaid') : t('subscriptions.stopped_now', { date })
      toast({ type: 'success', message })
    },
    onError,
  })
}

/** Renews again, before the end of what was paid. */
export function useResumeMutation(id: string) {
  const { t, language } = useTranslation()
  const keep = useKeepTicket()
  return useSingleMutation({
    mutationFn: () => call(subscriptions.resume_subscription, { params: { id } }),
    onSuccess: (renewing) => {
      keep(renewing)
      const date = dateText(renewing.ticket?.renews_at ?? renewing.expires_at, language, 'day_month')
      toast({ type: 'success', message: t('subscriptions.resumed', { date }) })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** Leaves for the page of the provider, where the card is changed and what failed is paid. */
export function usePortalMutation(id: string) {
  return useSingleMutation({
    mutationFn: () => call(subscriptions.manage_subscription, { params: { id } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
