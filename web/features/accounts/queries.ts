import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { accounts, type Locale, type Theme, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: async ({ client, signal }) => {
    const user = await call(accounts.get_user, undefined, { signal })
    const before = client.getQueryData<User>(queryKeys.user)
    // Another tab has signed in another member: nothing of the former member may stay in the cache.
    if (before && before.id !== user.id) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.user[0] })
    }
    return user
  },
})

/** The person who looks at the page. */
export type Viewer =
  | { status: 'visitor' }
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'member'; user: User }

/** The current user. Without a token no request is sent. */
export function useUser(): Viewer {
  // A prerendered page starts as a visitor's, or hydration would not match.
  const hasToken = useSyncExternalStore(
    subscribeToSession,
    () => sessionToken() !== null,
    () => false,
  )
  const { data: user, isError } = useQuery({ ...userQuery, enabled: hasToken })
  if (!hasToken) return { status: 'visitor' }
  // A refetch that fails does not sign the member out.
  if (user) return { status: 'member', user }
  return { status: isError ? 'failed' : 'loading' }
}

/** Whether something can be bought in this house. */
export function useSells(): boolean {
  const viewer = useUser()
  return viewer.status === 'member' && viewer.user.payments === true
}

/** Whether creators are verified in this house: before they are paid, or before they publish. */
export function useVerifies(): boolean {
  const viewer = useUser()
  return viewer.status === 'member' && (viewer.user.payments === true || viewer.user.verifies === true)
}

/** Saves language (also of the mails) and theme. The mutations run one after the other, so that the last one wins. */
export function useUpdatePreferencesMutation() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'preferences' },
    mutationFn: (body: { locale: Locale } | { theme: Theme | null }) => call(accounts.update_user, { body }),
    onSuccess: (user) => client.setQueryData(queryKeys.user, user),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
