import { BusyError } from '#server/errors.ts'

interface QueueOptions {
  /** How many run at a time. */
  at_once: number
  /** How many may wait altogether … */
  waiting_max: number
  /** … and for one asker, so that nobody fills the queue alone. */
  waiting_max_each: number
  /** The same for a trusted asker. */
  trusted_max_each: number
  /** Places that only trusted askers may take, after all others are taken. */
  reserved: number
  retry_after: number
}

/** Who asks for work. Trusted askers go before the others; within each of the two groups askers take turns. */
export interface Asker {
  key: string
  is_trusted?: boolean
}

interface Place {
  start: () => void
  refuse: (reason: BusyError) => void
}

/** Askers who wait, each with what they have waiting. A map keeps its order: whoever was served goes to its end (round robin). */
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

  /** The newest place of whoever has the most waiting, if that is fair: a flood displaces itself. */
  takeFromLongest(more_than: number): Place | undefined {
    let longest: Place[] = []
    for (const places of this.#waiting.values()) if (places.length > longest.length) longest = places
    return longest.length > more_than ? longest.pop() : undefined
  }
}

/** The product itself. It is never refused. */
const OURSELVES = ''

/**
 * A semaphore with a short queue, for work that costs the machine much. Who finds the queue full is refused at once
 * (503): a wait that everybody gives up on would cost the same and help nobody. Work without an asker, such as the
 * product's own, is never refused.
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

  async run<T>(asker: Asker | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.at_once) this.#running += 1
    else await this.#wait(asker)
    try {
      return await work()
    } finally {
      const next = this.#trusted.next() ?? this.#others.next()
      // A slot that is handed on stays taken.
      if (next) {
        this.#waiting -= 1
        next.start()
      } else this.#running -= 1
    }
  }

  #wait(asker: Asker | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const lane = !asker || asker.is_trusted ? this.#trusted : this.#others
    if (asker) this.#refuseTooMany(lane, asker)
    lane.add(asker?.key ?? OURSELVES, { start: resolve, refuse: reject })
    this.#waiting += 1
    return promise
  }

  #refuseTooMany(lane: Lane, { key, is_trusted }: Asker): void {
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
