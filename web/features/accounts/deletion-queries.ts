import { useQueryClient } from '@tanstack/react-query'
import { own_account } from '#contract/own-account.ts'
import { call } from '#web/lib/api.ts'
import { mutationKeys } from '#web/lib/query-keys.ts'
import { rememberFarewell } from '#web/lib/return-to.ts'
import { clearToken } from '#web/lib/session.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** The session is over on every device. The guard leads to the door, which says until when logging in brings them back. */
export function useDeleteAccountMutation({ onGone, onError }: { onGone: () => void; onError: (error: Error) => void }) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: mutationKeys.sign_out,
    mutationFn: async (current_password: string) => {
      // What is still being asked would be answered after the session's end.
      await client.cancelQueries()
      const { erased_at } = await call(own_account.request_deletion, { body: { current_password } })
      onGone()
      rememberFarewell(erased_at)
      clearToken()
    },
    onError,
  })
}
