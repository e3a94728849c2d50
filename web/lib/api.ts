import { accounts } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiErrorFrom } from './api-error.ts'
import { currentLanguage } from './i18n/i18n.ts'
import { refuseToken, sessionToken, storeToken } from './session.ts'

/** Where the API answers: a path on the page's own origin, unless the build names another host. */
export function apiHost(): string {
  return import.meta.env.VITE_API_HOST || '/api'
}

function apiOrigin(): string {
  return new URL(apiHost(), location.href).origin
}

/** A form goes out as the browser's own FormData, files included. */
export type CallInput<I> = I extends { form: unknown } ? Omit<I, 'form'> & { form: FormData } : I

interface CallOptions<O> {
  signal?: AbortSignal
  /** Hears the answer before the token that came with it starts a session. */
  beforeToken?: (answer: O) => void
  /** Hears the headers of an answer, such as where its next page is. */
  onHeaders?: (headers: Headers) => void
}

type CallArguments<I, O> = unknown extends I
  ? [input?: undefined, options?: CallOptions<O>]
  : [input: CallInput<I>, options?: CallOptions<O>]

/** The parts of a call's input, whatever the endpoint. */
export interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  form?: FormData
}

/** Calls the API. Answers what the contract promises, throws an `ApiError` for a refusal, and passes a failed network on. */
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
 * Settles a response, whatever it carries: a refused token ends the session, a new token is kept, a refusal is thrown.
 * `sent` is the token that the request had. Bytes have no endpoint.
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

/** The token goes out raw, with no scheme. A form brings its own content type, boundary included. */
export function headersOf(token: string | null, input: Parts | undefined): Headers {
  const headers = new Headers()
  if (token) headers.set('Authorization', token)
  // What the server has to say by mail it says in the language of the page.
  headers.set('Accept-Language', currentLanguage())
  if (!input?.form) headers.set('Content-Type', 'application/json')
  return headers
}

/**
 * Saves the token an answer carries, if the answer is the API's own and not that of somebody it was redirected to. An
 * answer to a call of a session that has since ended or moved on must not bring that session back.
 */
function keepToken(response: Response, sent: string | null): void {
  const token = response.headers.get('authorization')
  if (!token || new URL(response.url).origin !== apiOrigin()) return
  if (sent === null || sent === sessionToken()) storeToken(token)
}

/** A token that is refused is of no more use. A sign-out sees to its own end, in its own order. */
function endSession(endpoint: Endpoint | null, response: Response, sent: string | null): void {
  const refused = response.status === 401 && sent !== null && sent === sessionToken()
  if (refused && endpoint !== accounts.sign_out) refuseToken()
}
