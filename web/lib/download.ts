import type { Endpoint } from '#contract/endpoint.ts'
import { headersOf, type Parts, settle, urlOf } from './api.ts'
import { sessionToken } from './session.ts'

/**
 * Downloads of a call as a file. Not a `call`, because the response is not JSON. The token is needed all the same, so a
 * plain link does not work.
 */

/** Downloads the CSV of a call as a file. */
export async function downloadCsv(endpoint: Endpoint, query: Record<string, string>, name: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  await download(endpoint, { query: { ...query, format: 'csv' } }, `${name}-${day}.csv`)
}

/** Downloads the PDF of a call as a file. */
export async function downloadPdf(endpoint: Endpoint, params: Record<string, string>, name: string): Promise<void> {
  await download(endpoint, { params, query: { format: 'pdf' } }, `${name}.pdf`)
}

/** Downloads the answer of a call as a file of this name. */
export async function download(endpoint: Endpoint, input: Parts, name: string): Promise<void> {
  const token = sessionToken()
  const response = await fetch(urlOf(endpoint, input), { headers: headersOf(token, input) })
  await settle(endpoint, response, token)
  saveFile(await response.blob(), name)
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
