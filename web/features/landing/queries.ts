import { useQuery } from '@tanstack/react-query'
import { type Landing, landing } from '#contract/landing.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Real content for the landing page. The page is complete without it, so it is fetched once and a failure is silent. */
export function useLanding(): Landing | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.landing,
    queryFn: ({ signal }) => call(landing.get_landing, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return data
}
