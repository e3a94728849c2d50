import { useQueryClient } from '@tanstack/react-query'
import { deletion } from '#contract/deletion.ts'
import { call } from '#web/lib/api.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { rememberFarewell } from '#web/lib/return-to.ts'
import { clearToken } from '#web/lib/session.ts'

/** The session is over on every device. The guard leads to the door, which says until when logging in brings them back. */
export function useDeleteAccountMutation({ onGone, onError }: { onGone: () => void; onError: (error: Error) => void }) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: mutationKeys.sign_out,
    mutationFn: async (current_password: string) => {
      // What is still being asked would be answered after the session's end.
      await client.cancelQueries()
      const { erased_at } = await call(deletion.request_deletion, { body: { current_password } })
      onGone()
      rememberFarewell(erased_at)
      clearToken()
    },
    onError,
  })
}
