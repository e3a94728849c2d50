import { useQuery } from '@tanstack/react-query'
import { creators } from '#contract/creators.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

const TRUSTED_MS = 30_000
/** The server's limit. The query of a URL may be longer and is cut. */
export const SEARCH_MAX = 100

/** Search for creators. The last result stays visible until the next arrives, and outdated requests are aborted. */
export function useCreatorsQuery(search: string) {
  const words = search.slice(0, SEARCH_MAX)
  return useQuery({
    queryKey: [...queryKeys.creators, words],
    queryFn: ({ signal }) => call(creators.find_creators, { query: words === '' ? {} : { search: words } }, { signal }),
    placeholderData: (before) => before,
    staleTime: TRUSTED_MS,
  })
}
