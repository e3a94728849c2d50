import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { type Order, payments } from '#contract/payments.ts'
import { SECOND_MS } from '#contract/time.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { followInbox } from '#web/lib/live/cable.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { subscriptionChanged } from '#web/lib/queries/subscription-access.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

type CheckoutBody = Input<typeof payments.create_checkout>['body']

/** Orders a ticket. A refusal means that the page is out of date, so the profile is fetched again. */
export function useCheckoutMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: CheckoutBody) => call(payments.create_checkout, { body }),
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500)
        void client.invalidateQueries({ queryKey: queryKeys.profiles })
    },
  })
}

/** The fallback for a tab without a live connection. */
const POLL_MS = 2 * SECOND_MS

/** An order of one's own. While it waits for the provider it is asked again, and after every live event. */
export function useOrderQuery(id: string) {
  const client = useQueryClient()
  const queryKey = [...queryKeys.orders, id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(payments.get_order, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })
  const state = query.data?.state

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key depends on the id alone
  useEffect(() => {
    if (state !== 'waiting') return
    const refresh = () => void refetchAfterEvent(client, queryKey)
    return followInbox(refresh, refresh)
  }, [client, id, state])

  // What was locked is open now, or locked again.
  useEffect(() => {
    if (state === 'paid' || state === 'refunded') subscriptionChanged(client)
  }, [client, state])
  return query
}

/** Withdraws from an order: its money comes back at once, or staff are asked. */
export function useWithdrawMutation(onError: (error: Error) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (order: Order) => call(payments.withdraw_order, { params: { id: order.id } }),
    onSuccess: (order) => {
      client.setQueryData([...queryKeys.orders, order.id], order)
      void client.invalidateQueries({ queryKey: queryKeys.receipts })
      subscriptionChanged(client)
    },
    onError,
  })
}
