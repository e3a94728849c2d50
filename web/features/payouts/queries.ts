import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type Balance, payouts } from '#contract/payouts.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** What belongs to the creator, what waits, and why. */
export function useBalanceQuery() {
  return useQuery({
    queryKey: queryKeys.balance,
    queryFn: ({ signal }) => call(payouts.get_balance, undefined, { signal }),
  })
}

/** Infinite query: the creator's payouts, newest first. */
export function usePayoutsQuery() {
  const query = usePagedQuery({
    queryKey: queryKeys.payouts,
    fetchRows: (query, options) => call(payouts.list_payouts, { query }, options),
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** Downloads all payouts as a CSV file. */
export function usePayoutsFileMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: () => downloadCsv(payouts.list_payouts, {}, 'loge-payouts'),
    onError: (error) => toast({ type: 'error', message: t('payouts.download_failed', { reason: errorText(error) }) }),
  })
}

/** Asks for everything that is available. The `client_id` is an idempotency key. */
export function useAskPayoutMutation(onError: (error: Error) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (client_id: string) => call(payouts.ask_payout, { body: { client_id } }),
    // After a refusal the balance on the page is out of date, too.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.balance })
      void client.invalidateQueries({ queryKey: queryKeys.payouts })
    },
    onError,
  })
}

/** Changes when payouts are made. Optimistic update: the choice shows at once and is rolled back on an error. */
export function useScheduleMutation({ schedule }: Balance) {
  const client = useQueryClient()
  return useOptimisticMutation({
    mutationKey: mutationKeys.payout_schedule,
    known: schedule,
    apply: (_known, chosen) => chosen,
    mutationFn: (chosen: Balance['schedule']) => call(payouts.set_payout_schedule, { body: { schedule: chosen } }),
    onSuccess: (balance) => client.setQueryData(queryKeys.balance, balance),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** Changes the bank account. */
export function useAccountMutation(onError: (error: Error) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: Input<typeof payouts.set_payout_account>['body']) => call(payouts.set_payout_account, { body }),
    onSuccess: (balance) => client.setQueryData(queryKeys.balance, balance),
    onError,
  })
}

/** Opens the page of the payout provider, where the creator gives an account. */
export function useProviderAccountMutation(onError: (error: Error) => void) {
  return useSingleMutation({
    mutationFn: (current_password: string) => call(payouts.open_payout_account, { body: { current_password } }),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  })
}
