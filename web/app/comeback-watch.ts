import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followInbox } from '#web/lib/live/cable.ts'
import { refetchFailed } from '#web/lib/live/refetch-failed.ts'

/** Draws nothing: when the live connection stands again, so does the server, and what failed meanwhile comes by itself. */
export function ComebackWatch() {
  const client = useQueryClient()
  useEffect(() => {
    let isBack = false
    return followInbox(
      () => {},
      () => {
        if (isBack) void refetchFailed(client)
        isBack = true
      },
    )
  }, [client])
  return null
}
