import { useQuery } from '@tanstack/react-query'
import { creators } from '#contract/creators.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

const TRUSTED_MS = 30_000
/** As long as the server takes it; an address may have more in it. */
export const SEARCH_MAX = 100

/** Who is found. What was found before stays until the answer is there, and an answer nobody waits for is not waited for. */
export function useCreatorsQuery(search: string) {
  const words = search.slice(0, SEARCH_MAX)
  return useQuery({
    queryKey: [...queryKeys.creators, words],
    queryFn: ({ signal }) => call(creators.find_creators, { query: words === '' ? {} : { search: words } }, { signal }),
    placeholderData: (before) => before,
    staleTime: TRUSTED_MS,
  })
}
