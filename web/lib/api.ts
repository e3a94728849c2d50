import { accounts } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiErrorFrom } from './api-error.ts'
import { currentLanguage } from './i18n/i18n.ts'
import { refuseToken, sessionToken, storeToken } from './session.ts'

/** The base URL of the API: a path on the same origin, unless the build sets VITE_API_HOST. */
export function apiHost(): string {
  return import.meta.env.VITE_API_HOST || '/api'
}

function apiOrigin(): string {
  return new URL(apiHost(), location.href).origin
}

/** A form is sent as FormData, including its files. */
export type CallInput<I> = I extends { form: unknown } ? Omit<I, 'form'> & { form: FormData } : I

interface CallOptions<O> {
  signal?: AbortSignal
  /** Called with the answer before its token starts a session. */
  beforeToken?: (answer: O) => void
  /** Called with the headers, such as the link to the next page. */
  onHeaders?: (headers: Headers) => void
}

type CallArguments<I, O> = unknown extends I
  ? [input?: undefined, options?: CallOptions<O>]
  : [input: CallInput<I>, options?: CallOptions<O>]

/** The input of a call, independent of the endpoint. */
export interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  form?: FormData
}

/** Calls an endpoint and returns its typed answer. Throws an `ApiError` for an error response, and network errors as they are. */
export async function call<I, O>(endpoint: Endpoint<I, O>, ...rest: CallArguments<I, O>): Promise<O> {
  const [input, options = {}] = rest as [Parts | undefined, CallOptions<O> | undefined]
  const token = sessionToken()
  const response = await fetch(urlOf(endpoint, input), {
    method: endpoint.method,
    headers: headersOf(token, input),
    body: input?.form ?? (input?.body === undefined ? null : JSON.stringify(input.body)),
    signal: options.signal ?? null,
  })

  if (!response.ok) await settle(endpoint, response, token)
  const answer = (await response.json()) as O
  options.onHeaders?.(response.headers)
  options.beforeToken?.(answer)
  await settle(endpoint, response, token)
  return answer
}

/**
 * Settles a response of any content type: a refused token ends the session, a new token is stored, an error is thrown.
 * `sent` is the token of the request. `endpoint` is null for media files.
 */
export async function settle(endpoint: Endpoint | null, response: Response, sent: string | null): Promise<void> {
  if (!response.ok) endSession(endpoint, response, sent)
  keepToken(response, sent)
  if (!response.ok) throw await apiErrorFrom(response)
}

export function urlOf(endpoint: Endpoint, input: Parts | undefined): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input?.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input?.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `${apiHost()}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** The token is sent without a scheme. The browser sets the content type of a form, with its boundary. */
export function headersOf(token: string | null, input: Parts | undefined): Headers {
  const headers = new Headers()
  if (token) headers.set('Authorization', token)
  // The server sends e-mails in this language.
  headers.set('Accept-Language', currentLanguage())
  if (!input?.form) headers.set('Content-Type', 'application/json')
  return headers
}

/**
 * Stores the token of a response, unless the request was redirected to another origin. The response to a request of an
 * earlier session must not restore that session.
 */
function keepToken(response: Response, sent: string | null): void {
  const token = response.headers.get('authorization')
  if (!token || new URL(response.url).origin !== apiOrigin()) return
  if (sent === null || sent === sessionToken()) storeToken(token)
}

/** Ends the session after a 401. A sign-out is excluded, because it ends the session itself. */
function endSession(endpoint: Endpoint | null, response: Response, sent: string | null): void {
  const refused = response.status === 401 && sent !== null && sent === sessionToken()
  if (refused && endpoint !== accounts.sign_out) refuseToken()
}
