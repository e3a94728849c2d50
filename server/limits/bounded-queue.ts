import { BusyError } from '#server/errors.ts'

interface QueueOptions {
  /** How many run at a time. */
  at_once: number
  /** How many may wait altogether … */
  waiting_max: number
  /** … and for one asker, so that nobody fills the queue alone. */
  waiting_max_each: number
  /** Places that only trusted askers may take, after all others are taken. */
  reserved: number
  retry_after: number
}

/** Who asks for work. Trusted askers go first; the others take turns, one asker after another. */
export interface Asker {
  key: string
  is_trusted?: boolean
}

interface Place {
  start: () => void
  refuse: (reason: BusyError) => void
}

/**
 * A semaphore with a short queue, for work that costs the machine much. Who finds the queue full is refused at once
 * (503): a wait that everybody gives up on would cost the same and help nobody. Work without an asker, such as the
 * product's own, is never refused.
 */
export class BoundedQueue {
  readonly #options: QueueOptions
  readonly #trusted: Place[] = []
  /** A map keeps its order: whoever was served goes to its end (round robin). */
  readonly #others = new Map<string, Place[]>()
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
      const next = this.#next()
      // A slot that is handed on stays taken.
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #wait(asker: Asker | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place = { start: resolve, refuse: reject }
    if (asker && !asker.is_trusted) this.#joinOthers(asker.key, place)
    else if (asker && this.#waiting >= this.#options.waiting_max + this.#options.reserved) throw this.#busy()
    else this.#trusted.push(place)
    this.#waiting += 1
    return promise
  }

  #joinOthers(key: string, place: Place): void {
    const own = this.#others.get(key) ?? []
    if (own.length >= this.#options.waiting_max_each) throw this.#busy()
    if (this.#waiting >= this.#options.waiting_max && !this.#makeRoom(own.length)) throw this.#busy()
    own.push(place)
    this.#others.set(key, own)
  }

  /** In a full queue whoever has the most waiting gives up the newest, if that is fair: a flood displaces itself. */
  #makeRoom(own: number): boolean {
    let longest: Place[] = []
    for (const places of this.#others.values()) if (places.length > longest.length) longest = places
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse(this.#busy())
    this.#waiting -= 1
    return true
  }

  #next(): Place | undefined {
    const place = this.#trusted.shift() ?? this.#nextOther()
    if (place) this.#waiting -= 1
    return place
  }

  #nextOther(): Place | undefined {
    for (const [key, own] of this.#others) {
      this.#others.delete(key)
      const place = own.shift()
      if (own.length > 0) this.#others.set(key, own)
      return place
    }
    return undefined
  }

  #busy(): BusyError {
    return new BusyError(this.#options.retry_after)
  }
}
