import { money } from '#contract/money.ts'
import { headersOf, settle, urlOf } from '#web/lib/api.ts'
import { sessionToken } from '#web/lib/session.ts'

/** The table of every payment, fetched with the session's token as every call is; only that its answer is no JSON. */
export async function fetchRevenuesFile(): Promise<Blob> {
  const endpoint = money.get_revenues
  const input = { query: { format: 'csv' } }
  const token = sessionToken()
  const response = await fetch(urlOf(endpoint, input), { headers: headersOf(token, input) })
  await settle(endpoint, response, token)
  return await response.blob()
}

/** How long a browser may take to read what it was given. */
const READ_MS = 60_000

/** Has the browser keep these bytes as a file, as if a link to them had been pressed. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
