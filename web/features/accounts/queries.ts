import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { accounts, type Locale, type Theme, type User } from '#contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { USER_FRESH_MS } from '#web/lib/queries/query-client.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { forgetSavedFeed, readSavedFeed } from '#web/lib/saved-feed.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'

const userQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: async ({ client, signal }) => {
    const before = client.getQueryData<User>(queryKeys.user)
    const user = await call(accounts.get_user, undefined, { signal }).catch((error) => {
      if (before || error instanceof ApiError) throw error
      return withoutNetwork(error)
    })
    // Another tab has signed in another member: nothing of the former member may stay in the cache.
    if (before && before.id !== user.id) {
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.user[0] })
      void forgetSavedFeed()
    }
    return user
  },
  // The user of a saved feed is replaced as soon as there is a network again.
  staleTime: ({ state: { data } }) => (data && savedUsers.has(data) ? 0 : USER_FRESH_MS),
})

const savedUsers = new WeakSet<User>()

/** The member whose feed is saved here, for a page that was opened without a network. What is not saved is left out. */
async function withoutNetwork(error: unknown): Promise<User> {
  const saved = await readSavedFeed()
  if (!saved) throw error
  const user: User = {
    ...saved.user,
    email: '',
    email_confirmed: true,
    role: null,
    wish_to_become_creator: false,
    may_be_creator: false,
    can_add_stories: false,
    locale: null,
    theme: null,
  }
  savedUsers.add(user)
  return user
}

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
