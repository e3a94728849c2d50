import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accounts } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { holdFetches } from '#web/lib/queries/hold-fetches.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { forgetReturnTo } from '#web/lib/return-to.ts'
import { clearToken } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

/**
 * Signs out. After a 200, or if the session was over already, it goes to /discover and then clears the token, and with it
 * all data of the session.
 */
export function useSignOutMutation() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: mutationKeys.sign_out,
    mutationFn: async () => {
      const release = await holdFetches(client)
      await call(accounts.sign_out).catch(ignoreEndedSession).finally(release)
      await navigate(paths.discover)
      clearToken()
      forgetReturnTo()
    },
    onError: (error) => {
      toast({ type: 'error', message: errorText(error) })
      // The session goes on, and so does what was cancelled.
      void client.refetchQueries({ type: 'active', stale: true })
    },
  })
}

function ignoreEndedSession(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error
}
