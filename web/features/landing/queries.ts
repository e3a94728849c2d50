import { useQuery } from '@tanstack/react-query'
import { type Landing, landing } from '#contract/landing.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** What the landing page shows of the real world. It is whole without: one question, and nobody is told when it fails. */
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
