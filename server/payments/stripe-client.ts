import Stripe from 'stripe'
import { ProviderAway, ProviderRefused } from './provider.ts'

const ANSWER_MS = 20_000
const RETRIES = 2
/** The rows of one page of a list. */
export const PAGE = 100

/** The SDK of Stripe, which only this file loads. `url` is that of the sandbox; undefined: Stripe itself. */
export function stripeClient(secret_key: string, url: string | undefined): Stripe {
  return new Stripe(secret_key, { maxNetworkRetries: RETRIES, timeout: ANSWER_MS, telemetry: false, ...at(url) })
}

/** Where the stand-in listens. */
function at(url: string | undefined) {
  if (url === undefined) return {}
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

export function codeOf(error: unknown): string | undefined {
  const known = error instanceof ProviderRefused ? error.cause : error
  return known instanceof Stripe.errors.StripeError ? known.code : undefined
}

/** Undefined if there is no such object. */
export async function present<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error) => {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  })
}

/**
 * A refusal of the request is one for good. Everything else passes: the network, a failure there, a limit, a wrong key. Errors
 * of the SDK have a status of their own, which must never become that of our answer.
 */
export async function reach<T>(asked: Promise<T>): Promise<T> {
  return await asked.catch((error) => {
    throw explained(error)
  })
}

export async function* reachEach<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list
  } catch (error) {
    throw explained(error)
  }
}

function isRefusal(error: unknown): boolean {
  const { StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors
  return [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError].some((kind) => error instanceof kind)
}

function explained(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (isRefusal(error)) return new ProviderRefused(error.code ?? error.type, error)
  return new ProviderAway('The payment provider cannot be used at the moment', { cause: error })
}
