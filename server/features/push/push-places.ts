import type { ClaimedPush, FreePlaces } from '#server/store/push-deliveries.ts'
import type { Outcome } from './settle-pushes.ts'

/** How many pushes of this process are on their way at the same time. */
const PLACES = 20
/** A push service that answers never has all of them, so that it cannot stop the others when it falls silent. */
const ORIGIN_PLACES = 16
/** A push service that has not answered yet, or did not answer the last time. Anybody can name one. */
const UNPROVEN_PLACES = 2
const PROVEN_MAX = 100

/**
 * Counts what is on its way to which push service (bulkhead). One that answers has many places; one that is silent, fails
 * or asks for patience has two until it takes a push again.
 */
export class PushPlaces {
  readonly #taken = new Map<string, number>()
  readonly #proven = new Set<string>()
  #all = 0

  free(): FreePlaces {
    const known = new Set([...this.#taken.keys(), ...this.#proven])
    return {
      limit: PLACES - this.#all,
      by_origin: Object.fromEntries([...known].map((origin) => [origin, this.#freeAt(origin)])),
      by_other: UNPROVEN_PLACES,
    }
  }

  take({ origin }: Pick<ClaimedPush, 'origin'>): void {
    this.#all += 1
    this.#taken.set(origin, (this.#taken.get(origin) ?? 0) + 1)
  }

  leave({ origin }: Pick<ClaimedPush, 'origin'>, outcome: Outcome): void {
    this.#all -= 1
    const taken = (this.#taken.get(origin) ?? 1) - 1
    if (taken > 0) this.#taken.set(origin, taken)
    else this.#taken.delete(origin)
    if (outcome === 'sent') this.#prove(origin)
    else if (typeof outcome === 'object' && 'wait_ms' in outcome) this.#proven.delete(origin)
  }

  #prove(origin: string): void {
    if (this.#proven.size >= PROVEN_MAX) this.#proven.clear()
    this.#proven.add(origin)
  }

  #freeAt(origin: string): number {
    const places = this.#proven.has(origin) ? ORIGIN_PLACES : UNPROVEN_PLACES
    return Math.max(places - (this.#taken.get(origin) ?? 0), 0)
  }
}
