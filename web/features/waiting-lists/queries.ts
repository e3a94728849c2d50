import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/profiles.ts'
import { waiting_lists } from '#contract/waiting-lists.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** How many wait until the member's own tickets can be bought. */
export function useWaitingListQuery() {
  return useQuery({
    queryKey: queryKeys.waiting_list,
    queryFn: ({ signal }) => call(waiting_lists.get_waiting_list, undefined, { signal }),
  })
}

/** Joins the waiting list of a creator, or leaves it. */
export function useWaitingMutation(username: string) {
  const client = useQueryClient()
  const key = [...queryKeys.profiles, username.toLowerCase()]
  return useSingleMutation({
    mutationFn: (is_waiting: boolean) =>
      is_waiting
        ? call(waiting_lists.join_waiting_list, { body: { username } })
        : call(waiting_lists.leave_waiting_list, { params: { username } }),
    onSuccess: (_, is_waiting) => {
      client.setQueryData<Profile>(key, (profile) => profile && { ...profile, is_waiting })
    },
    onError: (error) => {
      toast({ type: 'error', message: errorText(error) })
      // Tickets can be bought since the page was opened, or the creator is gone: the page shows it.
      if (error instanceof ApiError && [404, 409].includes(error.status)) {
        void client.invalidateQueries({ queryKey: queryKeys.profiles })
      }
    },
  })
}
