import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConversationsQuery } from '#web/features/conversations/list-queries.ts'
import { followInbox, keepConnected } from '#web/lib/live/cable.ts'
import { coalesced, spreadOver } from '#web/lib/live/coalesced.ts'
import { markChanged } from '#web/lib/queries/changed-conversations.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Live events within this time share one refetch. A creator can write to thousands at once. */
const REFRESH_SPREAD = { from_ms: 150, to_ms: 1000, hidden_to_ms: 5000 }

export interface Inbox {
  /** The viewer. */
  user_id: string
  hasProfile: boolean
}

/** Keeps the lists up to date while the component is mounted: connects the live socket, and refetches after live events. */
export function useInbox({ user_id, hasProfile }: Inbox): void {
  const client = useQueryClient()
  // A list that has failed is fetched again by the component that shows it, not by this hook.
  useConversationsQuery('own', { retryOnMount: false })
  useConversationsQuery('received', { enabled: hasProfile, retryOnMount: false })
  useEffect(() => {
    // If the socket refuses us, the session may have ended elsewhere. The query for the user finds out.
    keepConnected(user_id, () => void client.invalidateQueries({ queryKey: queryKeys.user }))
  }, [client, user_id])
  useEffect(() => {
    const refresh = refresherOf(client)
    return followInbox((event) => {
      if (event.type !== 'conversation_changed') return
      markChanged(client, event.conversation_id)
      refresh()
    }, refresh)
  }, [client])
}

const refreshers = new WeakMap<QueryClient, () => void>()

/** One per query client: the frame and a page may both use this hook, and they share the refetches. */
function refresherOf(client: QueryClient): () => void {
  const refresh =
    refreshers.get(client) ??
    coalesced(() => refetchAfterEvent(client, queryKeys.conversation_lists), spreadOver(REFRESH_SPREAD))
  refreshers.set(client, refresh)
  return refresh
}
