import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Inbox, useInbox } from '#web/features/conversations/inbox/inbox.ts'
import { NoticesWatch } from '#web/features/notices/notices-watch.tsx'
import { PushWatch } from '#web/features/push/push-watch.tsx'
import { followInbox } from '#web/lib/live/cable.ts'
import { refetchFailed } from '#web/lib/live/refetch-failed.ts'
import { blocksChanged } from '#web/lib/queries/blocked-people.ts'
import { subscriptionChanged } from '#web/lib/queries/subscription-access.ts'
import { useServiceWorker } from './register-worker.ts'
import { useUnreadTotal } from './unread-total.ts'

/**
 * Renders nothing: it keeps the live connection open, and conversations and notices up to date, so that the unread badges
 * are right on every page; it also registers the service worker. Loaded lazily, by member-parts.tsx.
 */
export function LiveWatches(inbox: Inbox) {
  useRefetchOnReconnect()
  useInbox(inbox)
  useChangesElsewhere()
  useServiceWorker()
  useUnreadTotal()
  return (
    <>
      <NoticesWatch />
      <PushWatch user_id={inbox.user_id} />
    </>
  )
}

/** A reconnected live socket shows that the server is back, so failed queries are fetched again. */
function useRefetchOnReconnect() {
  const client = useQueryClient()
  useEffect(() => {
    let wasConnected = false
    return followInbox(
      () => {},
      () => {
        if (wasConnected) void refetchFailed(client)
        wasConnected = true
      },
    )
  }, [client])
}

/**
 * When the member blocks somebody on another device, this page lets go of them too. When something was paid or given back,
 * the curtains of this page open or close.
 */
function useChangesElsewhere() {
  const client = useQueryClient()
  useEffect(
    () =>
      followInbox(
        (event) => {
          if (event.type === 'blocks_changed') void blocksChanged(client)
          if (event.type === 'subscriptions_changed') subscriptionChanged(client)
        },
        () => {},
      ),
    [client],
  )
}
