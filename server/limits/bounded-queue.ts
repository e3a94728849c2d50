import { BusyError } from '#server/errors.ts'

interface QueueOptions {
  /** How many run at the same time. */
  at_once: number
  /** How many may wait in total. */
  waiting_max: number
  /** How many may wait for one client, so that nobody fills the queue alone. */
  waiting_max_each: number
  /** The same for a trusted client. */
  trusted_max_each: number
  /** Additional places for trusted clients when the queue is full. */
  reserved: number
  retry_after: number
}

/** Whose work it is. Trusted clients have priority; within each of the two groups the order is round robin. */
export interface QueueClient {
  key: string
  is_trusted?: boolean
}

interface Place {
  start: () => void
  refuse: (reason: BusyError) => void
}

/** Round robin between clients: the map keeps insertion order, and a client that was served is moved to its end. */
class Lane {
  readonly #waiting = new Map<string, Place[]>()

  countOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  add(key: string, place: Place): void {
    const own = this.#waiting.get(key) ?? []
    own.push(place)
    this.#waiting.set(key, own)
  }

  next(): Place | undefined {
    for (const [key, own] of this.#waiting) {
      this.#waiting.delete(key)
      const place = own.shift()
      if (own.length > 0) this.#waiting.set(key, own)
      return place
    }
    return undefined
  }

  /** Removes the newest place of the client with the most waiting, if it has more than `more_than`: a flood displaces itself. */
  takeFromLongest(more_than: number): Place | undefined {
    let longest: Place[] = []
    for (const places of this.#waiting.values()) if (places.length > longest.length) longest = places
    return longest.length > more_than ? longest.pop() : undefined
  }
}

/** The key of work without a client. */
const INTERNAL = ''

/**
 * A semaphore with a short queue, for expensive work. If the queue is full, a request is refused at once (503), because a
 * wait that clients give up on would cost the same and help nobody. Work without a client, that of the product itself, is
 * never refused.
 */
export class BoundedQueue {
  readonly #options: QueueOptions
  readonly #trusted = new Lane()
  readonly #others = new Lane()
  #running = 0
  #waiting = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  async run<T>(client: QueueClient | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.at_once) this.#running += 1
    else await this.#wait(client)
    try {
      return await work()
    } finally {
      const next = this.#trusted.next() ?? this.#others.next()
      // The slot is handed over, so `#running` stays the same.
      if (next) {
        this.#waiting -= 1
        next.start()
      } else this.#running -= 1
    }
  }

  #wait(client: QueueClient | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const lane = !client || client.is_trusted ? this.#trusted : this.#others
    if (client) this.#refuseTooMany(lane, client)
    lane.add(client?.key ?? INTERNAL, { start: resolve, refuse: reject })
    this.#waiting += 1
    return promise
  }

  #refuseTooMany(lane: Lane, { key, is_trusted }: QueueClient): void {
    const { waiting_max, waiting_max_each, trusted_max_each, reserved } = this.#options
    const own = lane.countOf(key)
    if (own >= (is_trusted ? trusted_max_each : waiting_max_each)) throw this.#busy()
    if (this.#waiting < waiting_max + (is_trusted ? reserved : 0)) return
    const displaced = lane.takeFromLongest(own + 1)
    if (!displaced) throw this.#busy()
    this.#waiting -= 1
    displaced.refuse(this.#busy())
  }

  #busy(): BusyError {
    return new BusyError(this.#options.retry_after)
  }
}
