import Stripe from 'stripe'
import type { Clock } from './clock.ts'
import { type CardOutcome, newId, type Store } from './store.ts'

/** What all code of the stand-in works on. */
export interface State {
  readonly store: Store
  readonly clock: Clock
  /** Where the hosted pages are. */
  readonly url: string
  /** Who sells, on the hosted pages. */
  readonly seller: string
  /** How the next cards and refunds behave, set through the control API. */
  readonly next: { cards: NextCard[]; refunds: RefundOutcome[] }
  /** The request that is being answered, for the events that it causes. */
  request: Stripe.Event.Request | null
}

/** The next card that somebody enters, whatever its number is. */
export interface NextCard {
  outcome?: CardOutcome
  /** The country of the bank. */
  country?: string
  /** The country of the billing address. */
  billing_country?: string
}

export type RefundOutcome = 'succeeded' | 'pending' | 'failed'

export const CURRENCY = 'eur'

interface EventMore {
  /** The fields that have changed, as they were. */
  previous?: object
  /** The connected account on which it happened. */
  account?: string
}

/**
 * Writes down that something happened, with the object as it is now. The event waits in `deliveries` until the webhooks
 * have acknowledged it.
 */
export function emit(state: State, type: Stripe.Event.Type, object: object, more: EventMore = {}): void {
  const { previous, account } = more
  const event: Stripe.EventBase = {
    id: newId('evt'),
    object: 'event',
    ...(account !== undefined && { account }),
    api_version: Stripe.API_VERSION,
    created: state.clock.seconds(),
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: state.request ?? { id: null, idempotency_key: null },
    type,
  }
  state.store.put('events', event)
  state.store.put('deliveries', { id: event.id })
}

/** The fields of `before` that differ in `after`, for an event of kind `….updated`. */
export function previousAttributes<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<T>
}

export function address(country: string | null): Stripe.Address | null {
  if (country === null) return null
  return { city: null, country, line1: null, line2: null, postal_code: null, state: null }
}

export function listOf<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}
