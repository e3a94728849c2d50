import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, headersOf, type Parts, settle, urlOf } from '#web/lib/api.ts'
import { sessionToken } from '#web/lib/session.ts'

export interface UploadOptions {
  signal?: AbortSignal
  /** The upload progress from 0 to 1. At 1 the server has received everything and processes it. */
  onProgress?: (sent: number) => void
}

/**
 * `call` for a form with a file, by XMLHttpRequest, because `fetch` reports no upload progress. Rejects with an
 * AbortError if aborted.
 */
export async function upload<I extends { form: unknown }, O>(
  endpoint: Endpoint<I, O>,
  input: CallInput<I>,
  options: UploadOptions = {},
): Promise<O> {
  const parts: Parts = input
  const token = sessionToken()
  const response = await send(endpoint.method, urlOf(endpoint, parts), headersOf(token, parts), parts.form, options)
  await settle(endpoint, response, token)
  return (await response.json()) as O
}

/** Whether the user cancelled the upload, which is not shown as an error. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function send(
  method: string,
  url: string,
  headers: Headers,
  form: FormData | undefined,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    // The last progress event is not guaranteed, so the end of the upload reports 1.
    request.upload.onload = () => onProgress?.(1)
    request.onload = () => resolve(responseOf(request))
    // The same error as `fetch`, so that callers handle both in the same way.
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(aborted())
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

function aborted(): DOMException {
  return new DOMException('The upload was cancelled', 'AbortError')
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  // The Response constructor throws if one of these statuses has a body, even an empty one.
  const body = [204, 205, 304].includes(request.status) ? null : request.responseText
  const response = new Response(body, { status: request.status, headers })
  // The constructor cannot set the URL, which `settle` needs to accept a new token only from our own origin.
  return Object.defineProperty(response, 'url', { value: request.responseURL })
}
