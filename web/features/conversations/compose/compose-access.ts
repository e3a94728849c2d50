import { useQuery } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Whether one may write to this creator. */
export function useCanMessageQuery(creator_id: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...queryKeys.can_message, creator_id],
    queryFn: ({ signal }) => call(conversations.can_message, { params: { creatorId: creator_id } }, { signal }),
    enabled,
  })
}
