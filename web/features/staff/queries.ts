import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type AdminUser, staff } from '#contract/staff.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import type { UserFilter } from './users-address.ts'

/** Infinite query for users, newest first. The former result stays visible while a new filter is loading. */
export function useUsersQuery(filter: UserFilter) {
  const { kind, search, wish } = filter
  const query = usePagedQuery({
    queryKey: [...staffKeys.users, filter],
    fetchRows: (start, options) =>
      call(
        staff.list_users,
        { query: { ...(kind && { kind }), ...(search !== '' && { search }), ...(wish && { wish: 'true' }), ...start } },
        options,
      ),
    about: (headers) => ({ total: Number(headers.get('x-total-count')) }),
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    users: rowsOf(query.data),
    /** The number of users on all pages. */
    total: query.data?.pages.at(-1)?.total ?? null,
  }
}

type Grant = Input<typeof staff.grant_subscription>['body']

interface GrantOptions {
  /** The text of the success toast. */
  words: (grant: Grant, expires_at: string) => string
  onError: (error: Error) => void
}

export function useGrantSubscriptionMutation({ words, onError }: GrantOptions) {
  return useSingleMutation({
    mutationFn: (body: Grant) => call(staff.grant_subscription, { body }),
    onSuccess: ({ expires_at }, grant) => toast({ type: 'success', message: words(grant, expires_at) }),
    onError,
  })
}

type Revocation = Input<typeof staff.revoke_subscription>['body']

interface RevocationOptions {
  /** The text of the success toast. */
  words: (revocation: Revocation) => string
  onError: (error: Error) => void
}

export function useRevokeSubscriptionMutation({ words, onError }: RevocationOptions) {
  return useSingleMutation({
    mutationFn: (body: Revocation) => call(staff.revoke_subscription, { body }),
    onSuccess: (_, revocation) => toast({ type: 'success', message: words(revocation) }),
    onError,
  })
}

type Freeze = Input<typeof staff.freeze_user>['body'] & { id: string }

/** Freezes an account and refetches the list. `words` is the text of the success toast. */
export function useFreezeUserMutation({ words, onError }: { words: string; onError: (error: Error) => void }) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id, ...body }: Freeze) => call(staff.freeze_user, { params: { id }, body }),
    onSuccess: () => {
      toast({ type: 'success', message: words })
      return client.invalidateQueries({ queryKey: staffKeys.users })
    },
    onError,
  })
}

type Closing = Input<typeof staff.close_user>['body'] & { id: string }
type ClosingState = 'decided' | 'proposed'

interface ClosingOptions {
  /** The text of the success toast. */
  words: (state: ClosingState) => string
  onError: (error: Error) => void
}

/** Closes an account, or proposes it to a second admin, and refetches the list. */
export function useCloseUserMutation({ words, onError }: ClosingOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ id, ...body }: Closing): Promise<ClosingState> => {
      const answer: { state?: ClosingState } = await call(staff.close_user, { params: { id }, body })
      return answer.state ?? 'decided'
    },
    onSuccess: (state) => {
      toast({ type: 'success', message: words(state) })
      return client.invalidateQueries({ queryKey: staffKeys.users })
    },
    onError,
  })
}

export function useUnfreezeUserMutation(words: (user: AdminUser) => string) {
  return useUserMutation(({ id }) => call(staff.unfreeze_user, { params: { id } }), words)
}

/** Allows a member to become a creator and refetches the list. `words` is the text of the success toast. */
export function useApproveCreatorMutation(words: (user: AdminUser) => string) {
  return useUserMutation(({ id }) => call(staff.approve_creator, { params: { id } }), words)
}

function useUserMutation(mutationFn: (user: AdminUser) => Promise<unknown>, words: (user: AdminUser) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (_, user) => {
      toast({ type: 'success', message: words(user) })
      return client.invalidateQueries({ queryKey: staffKeys.users })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
