import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { followInbox } from '#web/lib/cable.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { lookForGrant } from './notice-cache.ts'
import { refreshNotices, useNotices } from './notice-queries.ts'

/** Draws nothing: it keeps the notices as the server has them, so that the bell counts right on every page. */
export function NoticesWatch() {
  const client = useQueryClient()
  // It only keeps what there is: the page that shows the list asks again for one that did not come.
  const { data } = useNotices({ retryOnMount: false })
  const known = useRef<string | null>(null)
  useEffect(() => {
    const refresh = () => void refreshNotices(client)
    return followInbox((event) => event.type === 'notices_changed' && refresh(), refresh)
  }, [client])
  useEffect(() => {
    if (!data) return
    const { id, isNew } = lookForGrant(data, known.current, performance.timeOrigin)
    if (isNew) lookBehindCurtains(client)
    known.current = id
  }, [client, data])
  return null
}

/** Whoever has just been let in sees it on the open page: what hangs on a subscription is asked for again. */
function lookBehindCurtains(client: QueryClient): void {
  const { posts, profiles, stories, can_message, subscriptions } = queryKeys
  for (const queryKey of [posts, profiles, stories, can_message, subscriptions])
    void client.invalidateQueries({ queryKey })
}
