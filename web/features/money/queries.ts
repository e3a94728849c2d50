import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/money.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { fetchRevenuesFile, saveFile } from './revenues-file.ts'

/** What a creator earned, and who is subscribed. */
export function useRevenuesQuery() {
  return useQuery({
    queryKey: queryKeys.revenues,
    queryFn: ({ signal }) => call(money.get_revenues, { query: {} }, { signal }),
  })
}

/** Fetches the table of every payment and has the browser keep it as a file. */
export function useRevenuesFileMutation() {
  return useSingleMutation({
    mutationFn: async () => {
      const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
      saveFile(await fetchRevenuesFile(), `loge-revenues-${day}.csv`)
    },
  })
}
