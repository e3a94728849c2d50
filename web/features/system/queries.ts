import { useQuery } from '@tanstack/react-query'
import { system } from '#contract/system.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** True only if the health check itself reports a failure. An unreachable health check says nothing. */
export function useDegraded(): boolean {
  const { data, error } = useQuery({
    queryKey: queryKeys.readiness,
    queryFn: ({ signal }) => call(system.get_readiness, undefined, { signal }),
    staleTime: MINUTE_MS,
    retry: false,
  })
  return data?.status === 'degraded' || (error instanceof ApiError && error.status === 503)
}
