import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'

/** Refetches the active queries that failed and have no data. A 4xx answer would be the same again, so it is not retried. */
export async function refetchFailed(client: QueryClient): Promise<void> {
  await client.refetchQueries({ type: 'active', predicate: hasFailed })
}

function hasFailed({ state: { status, data, error } }: Query): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500
  return status === 'error' && data === undefined && !isRefusal
}
