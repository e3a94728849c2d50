import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { ApiError, invalid } from './api-error.ts'
import { expandAll } from './expand.ts'
import { Params } from './params.ts'
import { findRoute } from './routes.ts'
import type { State } from './state.ts'
import { newId } from './store.ts'

/** How long an idempotency key is remembered. */
const KEY_SECONDS = 24 * 60 * 60

export interface ApiRequest {
  method: string
  path: string
  /** Of the address, then of the body. */
  form: string
  headers: {
    authorization?: string | undefined
    'stripe-version'?: string | undefined
    key?: string | undefined
    /** The connected account on whose behalf it is asked. */
    account?: string | undefined
  }
}

export interface ApiAnswer {
  status: number
  body: string
  request_id: string
  is_replayed: boolean
}

/** Answers a call of the SDK. What it changed is on the disk, together with the answer of its key, before it returns. */
export function answerApi(state: State, secret: string, request: ApiRequest): ApiAnswer {
  const request_id = newId('req')
  try {
    authorise(secret, request)
    return { ...state.store.transaction(() => perform(state, request, request_id)), request_id }
  } catch (error) {
    const refusal = error instanceof ApiError ? error : internal(error)
    return { status: refusal.status, body: errorBody(refusal), request_id, is_replayed: false }
  } finally {
    state.request = null
  }
}

function authorise(secret: string, { headers }: ApiRequest): void {
  if (headers.authorization !== `Bearer ${secret}`)
    throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  const version = headers['stripe-version']
  if (version !== undefined && version !== Stripe.API_VERSION)
    throw invalid(`Invalid Stripe API version: ${version}. The stand-in speaks ${Stripe.API_VERSION}.`)
}

function perform(state: State, request: ApiRequest, request_id: string): Omit<ApiAnswer, 'request_id'> {
  const key = request.method === 'POST' ? request.headers.key : undefined
  const hash = createHash('sha256')
    .update([request.method, request.path, request.form, request.headers.account ?? ''].join(' '))
    .digest('hex')
  const earlier = key === undefined ? undefined : state.store.find('answers', key)
  if (earlier && earlier.created > state.clock.seconds() - KEY_SECONDS) {
    if (earlier.request !== hash)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`,
      })
    return { status: earlier.status, body: earlier.body, is_replayed: true }
  }
  const route = findRoute(request.method, request.path, request.headers.account)
  if (!route)
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}).`,
    })
  state.request = { id: request_id, idempotency_key: key ?? null }
  const params = Params.parse(request.form)
  const expand = params.list('expand')
  const result = route.answer(state, params)
  params.refuseUnread()
  const isRefused = result instanceof ApiError
  const status = isRefused ? result.status : 200
  const body = isRefused ? errorBody(result) : JSON.stringify(expandAll(state, result, expand))
  if (key !== undefined)
    state.store.put('answers', { id: key, request: hash, status, body, created: state.clock.seconds() })
  return { status, body, is_replayed: false }
}

function errorBody(error: ApiError): string {
  return JSON.stringify({ error: error.body })
}

function internal(error: unknown): ApiError {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new ApiError(500, { type: 'api_error', message })
}
