import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConversationsQuery } from '#web/features/conversations/list-queries.ts'
import { followInbox, keepConnected } from '#web/lib/live/cable.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { coalesced } from './inbox-refresh.ts'

/** Many things may happen in one conversation at once: they share a request. */
const REFRESH_AFTER_MS = 150

export interface Inbox {
  /** Whose it is. */
  user_id: string
  hasProfile: boolean
}

/** Keeps the lists as the server has them, for as long as the one who asks is on the page, and connects them. */
export function useInbox({ user_id, hasProfile }: Inbox): void {
  const client = useQueryClient()
  // It only keeps what there is: those who show a list ask again for one that did not come.
  useConversationsQuery('own', { retryOnMount: false })
  useConversationsQuery('received', { enabled: hasProfile, retryOnMount: false })
  useEffect(() => {
    // Whom the socket refuses may have been signed out elsewhere: the API says so.
    keepConnected(user_id, () => void client.invalidateQueries({ queryKey: queryKeys.user }))
  }, [client, user_id])
  useEffect(() => {
    const refresh = refresherOf(client)
    return followInbox((event) => event.type === 'conversation_changed' && refresh(), refresh)
  }, [client])
}

const refreshers = new WeakMap<QueryClient, () => void>()

/** The frame and a page may both keep the lists: they ask for them together. */
function refresherOf(client: QueryClient): () => void {
  const refresh =
    refreshers.get(client) ?? coalesced(() => refetchAfterEvent(client, queryKeys.conversation_lists), REFRESH_AFTER_MS)
  refreshers.set(client, refresh)
  return refresh
}
