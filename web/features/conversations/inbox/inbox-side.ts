import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ListName } from '#web/features/conversations/conversation-list-cache.ts'
import type { Thread } from '#web/features/conversations/thread-cache.ts'
import { threadKey } from '#web/features/conversations/thread-queries.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'
import { useOpenedConversation } from './inbox-address.ts'

/** The list that belongs to what is open: the one the address names, or the one that holds the open conversation. */
export function useListShown({ viewer_id, hasProfile }: { viewer_id: string; hasProfile: boolean }): ListName {
  const isReceived = useMatch(paths.conversations_received) !== null && hasProfile
  const opened = useOpenedConversation()
  const creator_id = useCachedValue((client) =>
    opened === null ? undefined : client.getQueryData<Thread>(threadKey(opened))?.conversation.creator_id,
  )
  const last = useRef<ListName>('own')

  function shown(): ListName {
    if (opened === null) return isReceived ? 'received' : 'own'
    // Until the thread has come, the list it was chosen from stays.
    if (creator_id === undefined) return last.current
    return creator_id === viewer_id ? 'received' : 'own'
  }

  const list = shown()
  useEffect(() => {
    last.current = list
  }, [list])
  return list
}
