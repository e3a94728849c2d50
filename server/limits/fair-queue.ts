import { AppError, BusyError } from '#server/errors.ts'
import { RateLimitError } from './rate-limits.ts'

interface Waiting {
  start(): void
  refuse(error: AppError): void
}

const REPLACED_RETRY_SECONDS = 1
const BUSY_RETRY_SECONDS = 2

/**
 * A bounded semaphore that is fair between users: each has one running task and one waiting task, which a newer one
 * replaces. However many requests one user sends, another user is next.
 */
export class FairQueue {
  readonly #at_once: number
  readonly #waiting_max: number
  readonly #running = new Set<string>()
  /** By user, in the order in which they are started. */
  readonly #waiting = new Map<string, Waiting>()

  constructor({ at_once, waiting_max }: { at_once: number; waiting_max: number }) {
    this.#at_once = at_once
    this.#waiting_max = waiting_max
  }

  /** True if others are waiting, so that running work may stop early. */
  get is_crowded(): boolean {
    return this.#waiting.size > 0
  }

  /** Waiting work is dropped when its signal aborts; running work must check the signal itself. */
  async run<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw disconnected()
    if (this.#running.size < this.#at_once && !this.#running.has(person)) this.#running.add(person)
    else await this.#wait(person, signal)
    try {
      return await work()
    } finally {
      this.#running.delete(person)
      this.#startNext(person)
    }
  }

  async #wait(person: string, signal: AbortSignal): Promise<void> {
    const older = this.#waiting.get(person)
    if (!older && this.#waiting.size >= this.#waiting_max) throw new BusyError(BUSY_RETRY_SECONDS)
    older?.refuse(new RateLimitError(REPLACED_RETRY_SECONDS, 'A newer search of yours has replaced this one.'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { start: resolve, refuse: reject }
    const onAbort = () => {
      if (this.#waiting.get(person) === waiting) this.#waiting.delete(person)
      reject(disconnected())
    }
    // A newer task keeps the place of the one that it replaces.
    this.#waiting.set(person, waiting)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Starts waiting tasks. The user whose task has finished goes to the end, so that others come first. */
  #startNext(finished: string): void {
    const own = this.#waiting.get(finished)
    if (own) {
      this.#waiting.delete(finished)
      this.#waiting.set(finished, own)
    }
    for (const [person, waiting] of this.#waiting) {
      if (this.#running.size >= this.#at_once) return
      if (this.#running.has(person)) continue
      this.#waiting.delete(person)
      // Reserved before the work starts, so that no other call takes the slot in between.
      this.#running.add(person)
      waiting.start()
    }
  }
}

/** The client has disconnected, so it does not read this response. */
function disconnected(): AppError {
  return new AppError('malformed', 'The request was given up')
}
