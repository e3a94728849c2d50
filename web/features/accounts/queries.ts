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
    // Another tab signed somebody else in: nothing the last one saw may stay.
    if (before && before.id !== user.id) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.user[0] })
    }
    return user
  },
})

/** Who looks at the page. */
export type Viewer =
  | { status: 'visitor' }
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'member'; user: User }

/** The current user; a visitor without a token calls nothing. */
export function useUser(): Viewer {
  // A page that was rendered before anybody asked for it begins as a visitor's.
  const hasToken = useSyncExternalStore(
    subscribeToSession,
    () => sessionToken() !== null,
    () => false,
  )
  const { data: user, isError } = useQuery({ ...userQuery, enabled: hasToken })
  if (!hasToken) return { status: 'visitor' }
  // A refetch that fails does not throw out who was let in.
  if (user) return { status: 'member', user }
  return { status: isError ? 'failed' : 'loading' }
}

/** The member's language, also for the mails, and light or dark: one after the other, so that the last one counts. */
export function useUpdatePreferencesMutation() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'preferences' },
    mutationFn: (body: { locale: Locale } | { theme: Theme | null }) => call(accounts.update_user, { body }),
    onSuccess: (user) => client.setQueryData(queryKeys.user, user),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
