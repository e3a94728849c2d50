import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/money.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

/** A creator's earnings and number of subscribers. */
export function useRevenuesQuery() {
  return useQuery({
    queryKey: queryKeys.revenues,
    queryFn: ({ signal }) => call(money.get_revenues, { query: {} }, { signal }),
  })
}

/** Downloads all payments as a CSV file. */
export function useRevenuesFileMutation() {
  return useSingleMutation({
    mutationFn: () => downloadCsv(money.get_revenues, {}, 'loge-revenues'),
  })
}

/** The platform's metrics, and whether they contain demo data (header `x-sample`). */
export function useNumbersQuery() {
  return useQuery({ queryKey: staffKeys.numbers, queryFn: ({ signal }) => fetchNumbers(signal) })
}

async function fetchNumbers(signal: AbortSignal) {
  let is_sample = false
  const numbers = await call(money.get_numbers, undefined, {
    signal,
    onHeaders: (headers) => {
      is_sample = headers.get('x-sample') === 'true'
    },
  })
  return { numbers, is_sample }
}
