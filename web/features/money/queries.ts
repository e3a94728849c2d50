import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/money.ts'
import { call, headersOf, settle, urlOf } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { sessionToken } from '#web/lib/session.ts'

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
    mutationFn: async () => {
      const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
      saveFile(await fetchRevenuesFile(), `loge-revenues-${day}.csv`)
    },
  })
}

/** The platform's metrics, and whether they contain demo data (header `x-sample`). */
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

/** Not a `call`, because the response is CSV. The token is needed all the same, so a plain link does not work. */
async function fetchRevenuesFile(): Promise<Blob> {
  const endpoint = money.get_revenues
  const input = { query: { format: 'csv' } }
  const token = sessionToken()
  const response = await fetch(urlOf(endpoint, input), { headers: headersOf(token, input) })
  await settle(endpoint, response, token)
  return await response.blob()
}

/** The browser may still read the object URL for a moment after the click. */
const REVOKE_MS = 60_000

/** Saves bytes as a file, through a link with the `download` attribute. */
function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
}
