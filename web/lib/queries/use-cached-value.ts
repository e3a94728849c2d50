import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Reads a value from the query cache and follows its changes. Never fetches. */
export function useCachedValue<T extends string | number | undefined>(read: (client: QueryClient) => T): T {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => read(client))
}
