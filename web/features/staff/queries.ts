import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type AdminUser, staff } from '#contract/staff.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import type { UserFilter } from './users-address.ts'

/** Users, newest first, a page at a time. While another filter is asked for, those of the last one stay. */
export function useUsersQuery(filter: UserFilter) {
  const { kind, search } = filter
  const query = usePagedQuery({
    queryKey: [...queryKeys.users, filter],
    fetchRows: (start, options) =>
      call(staff.list_users, { query: { ...(kind && { kind }), ...(search !== '' && { search }), ...start } }, options),
    about: (headers) => ({ total: Number(headers.get('x-total-count')) }),
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    users: rowsOf(query.data),
    /** How many the whole list holds. */
    total: query.data?.pages.at(-1)?.total ?? null,
  }
}

type Grant = Input<typeof staff.grant_subscription>['body']

interface GrantEnds {
  /** What is said when it is done. */
  words: (grant: Grant, expires_at: string) => string
  onError: (error: Error) => void
}

export function useGrantSubscriptionMutation({ words, onError }: GrantEnds) {
  return useSingleMutation({
    mutationFn: (body: Grant) => call(staff.grant_subscription, { body }),
    onSuccess: ({ expires_at }, grant) => toast({ type: 'success', message: words(grant, expires_at) }),
    onError,
  })
}

/** Lets a member become a creator; the list then says so. `words` are those of success. */
export function useApproveCreatorMutation(words: (user: AdminUser) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(staff.approve_creator, { params: { id } }),
    onSuccess: (_, user) => {
      toast({ type: 'success', message: words(user) })
      return client.invalidateQueries({ queryKey: queryKeys.users })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
