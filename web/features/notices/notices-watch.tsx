import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { followInbox } from '#web/lib/live/cable.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { subscriptionBegan } from '#web/lib/queries/subscription-access.ts'
import { lookForGrant } from './notice-cache.ts'
import { useNoticesQuery } from './notice-queries.ts'

/** Draws nothing: it keeps the notices as the server has them, so that the bell counts right on every page. */
export function NoticesWatch() {
  const client = useQueryClient()
  // It only keeps what there is: the page that shows the list asks again for one that did not come.
  const { data } = useNoticesQuery({ retryOnMount: false })
  const known = useRef<string | null>(null)
  useEffect(() => {
    const refresh = () => void refetchAfterEvent(client, queryKeys.notices)
    return followInbox((event) => event.type === 'notices_changed' && refresh(), refresh)
  }, [client])
  useEffect(() => {
    if (!data) return
    // Whoever has just been let in sees it on the open page.
    const { id, isNew } = lookForGrant(data, known.current, performance.timeOrigin)
    if (isNew) subscriptionBegan(client)
    known.current = id
  }, [client, data])
  return null
}
