import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminUser, admin } from '#contract/admin.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { askForPage, startingAt } from '#web/lib/next-page.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { toast } from '#web/lib/toasts.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { UserFilter } from './users-address.ts'

interface UserPage {
  users: AdminUser[]
  /** How many the whole list holds. */
  total: number
  next: string | null
}

/** Users, newest first, a page at a time. While another filter is asked for, those of the last one stay. */
export function useUsers(filter: UserFilter) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.users, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (last) => last,
  })
  return {
    ...query,
    users: query.data?.pages.flatMap(({ users }) => users) ?? [],
    total: query.data?.pages.at(-1)?.total ?? null,
  }
}

async function fetchPage(
  { kind, search }: UserFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<UserPage> {
  const query = { ...(kind && { kind }), ...(search !== '' && { search }), ...startingAt(cursor) }
  const { rows, next, headers } = await askForPage((onHeaders) =>
    call(admin.list_users, { query }, { signal, onHeaders }),
  )
  return { users: rows, next, total: Number(headers.get('x-total-count')) }
}

type Grant = Input<typeof admin.grant_subscription>['body']

interface GrantEnds {
  /** What is said when it is done. */
  words: (grant: Grant, expires_at: string) => string
  onError: (error: Error) => void
}

export function useGrantSubscription({ words, onError }: GrantEnds) {
  return useSingleMutation({
    mutationFn: (body: Grant) => call(admin.grant_subscription, { body }),
    onSuccess: ({ expires_at }, grant) => toast({ type: 'success', message: words(grant, expires_at) }),
    onError,
  })
}

/** Lets a member become a creator; the list then says so. `words` are those of success. */
export function useApproveCreator(words: (user: AdminUser) => string) {
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
