import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, headersOf, type Parts, settle, urlOf } from '#web/lib/api.ts'
import { sessionToken } from '#web/lib/session.ts'

export interface UploadOptions {
  signal?: AbortSignal
  /** How much of it has been sent, from 0 to 1. At 1 the server has everything and works on it. */
  onProgress?: (sent: number) => void
}

/** `call` for a form with a file: it tells how far it is, which `fetch` cannot. Aborted, it fails with an AbortError. */
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

/** Somebody changed their mind; that is no failure to speak of. */
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
    // The last word: the bytes may all be out although no event said so.
    request.upload.onload = () => onProgress?.(1)
    request.onload = () => resolve(responseOf(request))
    // In the words `fetch` fails with, so that whoever hears it need not know the difference.
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
  // Answers of these kinds have no body, and a response made by hand refuses even an empty one.
  const body = [204, 205, 304].includes(request.status) ? null : request.responseText
  const response = new Response(body, { status: request.status, headers })
  // Nor does it know where it came from.
  return Object.defineProperty(response, 'url', { value: request.responseURL })
}
