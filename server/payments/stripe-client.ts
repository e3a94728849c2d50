import Stripe from 'stripe'
import { ProviderAway } from './provider.ts'

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
  return error instanceof Stripe.errors.StripeError ? error.code : undefined
}

/** Undefined if there is no such object. */
export async function present<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error) => {
    if (codeOf(error) === 'resource_missing') return undefined
    throw error
  })
}

/** A refusal of the request stays what it is. Everything else passes: the network, a failure there, a limit, a wrong key. */
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

/** Whether the provider has understood the request, and does not do it. */
export function isRefusal(error: unknown): boolean {
  const { StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors
  return [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError].some((kind) => error instanceof kind)
}

function explained(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError) || isRefusal(error)) return error
  return new ProviderAway('The payment provider cannot be used at the moment', { cause: error })
}
