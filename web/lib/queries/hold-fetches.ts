import type { QueryClient } from '@tanstack/react-query'

/**
 * Cancels what is being fetched, and whatever begins to be fetched until the returned function is called: while somebody signs
 * out, it would be answered after the session has ended.
 */
export async function holdFetches(client: QueryClient): Promise<() => void> {
  const release = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    // The event comes just before the fetch begins.
    queueMicrotask(() => void event.query.cancel({ silent: true, revert: true }))
  })
  await client.cancelQueries()
  return release
}
