import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followInbox } from '#web/lib/live/cable.ts'
import { blocksChanged } from '#web/lib/queries/blocked-people.ts'

/** Renders nothing: when the member blocks somebody on another device, this page lets go of them too. Lazily loaded. */
export function BlocksWatch() {
  const client = useQueryClient()
  useEffect(() => {
    const onEvent = (event: { type: string }) => event.type === 'blocks_changed' && void blocksChanged(client)
    return followInbox(onEvent, () => {})
  }, [client])
  return null
}
