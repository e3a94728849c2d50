import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'

/** Asks again for what an open page has nothing of, because it failed. A refusal stays a refusal. */
export async function refetchFailed(client: QueryClient): Promise<void> {
  await client.refetchQueries({ type: 'active', predicate: hasFailed })
}

function hasFailed({ state: { status, data, error } }: Query): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500
  return status === 'error' && data === undefined && !isRefusal
}
