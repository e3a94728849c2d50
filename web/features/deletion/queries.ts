import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deletion } from '#contract/deletion.ts'
import { payouts } from '#contract/payouts.ts'
import { call } from '#web/lib/api.ts'
import { mutationKeys, queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { storeErasureDate } from '#web/lib/return-to.ts'
import { clearToken } from '#web/lib/session.ts'

/**
 * Requests the deletion, which ends the session on every device. The route guard then leads to the sign-in page, which
 * says until when the account can be restored.
 */
export function useDeleteAccountMutation({
  onDeleted,
  onError,
}: {
  onDeleted: () => void
  onError: (error: Error) => void
}) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: mutationKeys.sign_out,
    mutationFn: async (current_password: string) => {
      // Requests under way would be answered after the session has ended.
      await client.cancelQueries()
      const { erased_at } = await call(deletion.request_deletion, { body: { current_password } })
      onDeleted()
      storeErasureDate(erased_at)
      clearToken()
    },
    onError,
  })
}

/** What becomes of the balance of a creator who leaves. Always asked anew: it is about money that may be gone. */
export function useLeftBalanceQuery() {
  return useQuery({
    queryKey: queryKeys.balance,
    queryFn: ({ signal }) => call(payouts.get_balance, undefined, { signal }),
    staleTime: 0,
  })
}
