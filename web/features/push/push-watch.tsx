import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { endPushWithSession } from './push-device.ts'
import { usePushDeviceQuery } from './queries.ts'

/** Renders nothing: it registers a device that is on when the app starts, and notices when the person changes their mind in the browser. */
export function PushWatch({ user_id }: { user_id: string }) {
  const client = useQueryClient()
  usePushDeviceQuery(user_id)
  useEffect(endPushWithSession, [])
  useEffect(() => {
    const read = () => {
      if (sessionToken() !== null) void client.invalidateQueries({ queryKey: queryKeys.push_device })
    }
    const unsubscribe = subscribeToSession(read)
    const ended = new AbortController()
    // Browsers that do not know this permission by name refuse to answer.
    navigator.permissions
      ?.query({ name: 'notifications' })
      .then((permission) => permission.addEventListener('change', read, { signal: ended.signal }))
      .catch(() => {})
    return () => {
      unsubscribe()
      ended.abort()
    }
  }, [client])
  return null
}
