import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followInbox } from '#web/lib/cable.ts'
import { refreshNotices, useNotices } from './notice-queries.ts'

/** Draws nothing: it keeps the notices as the server has them, so that the bell counts right on every page. */
export function NoticesWatch() {
  const client = useQueryClient()
  // It only keeps what there is: the page that shows the list asks again for one that did not come.
  useNotices({ retryOnMount: false })
  useEffect(() => {
    const refresh = () => void refreshNotices(client)
    return followInbox((event) => event.type === 'notices_changed' && refresh(), refresh)
  }, [client])
  return null
}
