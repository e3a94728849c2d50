import { useQuery } from '@tanstack/react-query'
import { invitations } from '#contract/invitations.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** The card of a creator. It is fetched once; a failure only means that there is no card. */
export function useInvitationQuery(username: string) {
  return useQuery({
    queryKey: [...queryKeys.invitations, username.toLowerCase()],
    queryFn: ({ signal }) => call(invitations.get_invitation, { params: { username } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
