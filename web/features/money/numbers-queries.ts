import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/money.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** What went through the house, and whether figures of the demo world are among it. */
export function useNumbersQuery() {
  return useQuery({ queryKey: queryKeys.numbers, queryFn: ({ signal }) => fetchNumbers(signal) })
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
