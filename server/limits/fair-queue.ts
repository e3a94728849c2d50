import { AppError, BusyError } from '#server/errors.ts'
import { RateLimitError } from './rate-limits.ts'

interface Waiting {
  start(): void
  refuse(error: AppError): void
}

/** When whoever was replaced may ask again. */
const REPLACED_RETRY_SECONDS = 1
const BUSY_RETRY_SECONDS = 2

/**
 * A bounded semaphore that is fair between people: each runs one piece of work at a time and has one more waiting, which a
 * newer one replaces. However much one person asks for, another person is next.
 */
export class FairQueue {
  readonly #at_once: number
  readonly #waiting_max: number
  readonly #running = new Set<string>()
  /** By person, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting>()

  constructor({ at_once, waiting_max }: { at_once: number; waiting_max: number }) {
    this.#at_once = at_once
    this.#waiting_max = waiting_max
  }

  /** Whether somebody else could use the time. */
  get is_crowded(): boolean {
    return this.#waiting.size > 0
  }

  /** Work that waits is dropped when its signal aborts; work that runs has to look at the signal itself. */
  async run<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw hungUp()
    if (this.#running.size < this.#at_once && !this.#running.has(person)) this.#running.add(person)
    else await this.#turn(person, signal)
    try {
      return await work()
    } finally {
      this.#running.delete(person)
      this.#goOn(person)
    }
  }

  async #turn(person: string, signal: AbortSignal): Promise<void> {
    const older = this.#waiting.get(person)
    if (!older && this.#waiting.size >= this.#waiting_max) throw new BusyError(BUSY_RETRY_SECONDS)
    older?.refuse(new RateLimitError(REPLACED_RETRY_SECONDS, 'A newer search of yours has replaced this one.'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { start: resolve, refuse: reject }
    const onHangUp = () => {
      if (this.#waiting.get(person) === waiting) this.#waiting.delete(person)
      reject(hungUp())
    }
    // A newer one keeps the place of the one that it replaces.
    this.#waiting.set(person, waiting)
    signal.addEventListener('abort', onHangUp, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', onHangUp)
    }
  }

  /** Starts what may start. What waited behind work of the same person goes to the end: others come first. */
  #goOn(finished: string): void {
    const own = this.#waiting.get(finished)
    if (own) {
      this.#waiting.delete(finished)
      this.#waiting.set(finished, own)
    }
    for (const [person, waiting] of this.#waiting) {
      if (this.#running.size >= this.#at_once) return
      if (this.#running.has(person)) continue
      this.#waiting.delete(person)
      // Taken before the work begins, so that nobody else takes the place meanwhile.
      this.#running.add(person)
      waiting.start()
    }
  }
}

/** Nobody reads this answer. */
function hungUp(): AppError {
  return new AppError('malformed', 'The request was given up')
}
