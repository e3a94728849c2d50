import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Something that was fetched for somebody else, as it changes. It asks for nothing itself. */
export function useKnown<T extends string | number | undefined>(read: (client: QueryClient) => T): T {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => read(client))
}
