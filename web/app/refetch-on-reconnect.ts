import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followInbox } from '#web/lib/live/cable.ts'
import { refetchFailed } from '#web/lib/live/refetch-failed.ts'

/** Renders nothing. A reconnected live socket shows that the server is back, so failed queries are fetched again. */
export function RefetchOnReconnect() {
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
  return null
}
