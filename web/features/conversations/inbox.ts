import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followInbox } from '#web/lib/cable.ts'
import { LISTS_KEY } from './conversation-list-cache.ts'
import { coalesced } from './inbox-refresh.ts'
import { refreshLists, useConversations } from './list-queries.ts'

/** Many things may happen in one conversation at once: they share a request. */
const REFRESH_AFTER_MS = 150

/** Keeps the lists as the server has them, for as long as the one who asks is on the page. */
export function useInbox({ hasProfile }: { hasProfile: boolean }): void {
  const client = useQueryClient()
  // It only keeps what there is: those who show a list ask again for one that did not come.
  useConversations('own', { retryOnMount: false })
  useConversations('received', { enabled: hasProfile, retryOnMount: false })
  useEffect(() => {
    const refresh = coalesced(() => catchUp(client), REFRESH_AFTER_MS)
    return followInbox(refresh, refresh)
  }, [client])
}

/** A first answer that is still on its way is waited for, not asked for again: it may be older than what happened. */
async function catchUp(client: QueryClient): Promise<void> {
  const isComing = client.isFetching({ queryKey: LISTS_KEY, predicate: ({ state }) => state.data === undefined }) > 0
  await refreshLists(client)
  if (isComing) await refreshLists(client)
}
