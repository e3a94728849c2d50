import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminUser, admin } from '#contract/admin.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/paged-query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { UserFilter } from './users-address.ts'

/** Users, newest first, a page at a time. While another filter is asked for, those of the last one stay. */
export function useUsersQuery(filter: UserFilter) {
  const { kind, search } = filter
  const query = usePagedQuery({
    queryKey: [...queryKeys.users, filter],
    fetchRows: (start, options) =>
      call(admin.list_users, { query: { ...(kind && { kind }), ...(search !== '' && { search }), ...start } }, options),
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

type Grant = Input<typeof admin.grant_subscription>['body']

interface GrantEnds {
  /** What is said when it is done. */
  words: (grant: Grant, expires_at: string) => string
  onError: (error: Error) => void
}

export function useGrantSubscriptionMutation({ words, onError }: GrantEnds) {
  return useSingleMutation({
    mutationFn: (body: Grant) => call(admin.grant_subscription, { body }),
    onSuccess: ({ expires_at }, grant) => toast({ type: 'success', message: words(grant, expires_at) }),
    onError,
  })
}

/** Lets a member become a creator; the list then says so. `words` are those of success. */
export function useApproveCreatorMutation(words: (user: AdminUser) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(admin.approve_creator, { params: { id } }),
    onSuccess: (_, user) => {
      toast({ type: 'success', message: words(user) })
      return client.invalidateQueries({ queryKey: queryKeys.users })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
