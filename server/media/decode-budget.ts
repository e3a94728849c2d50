import { HOUR_MS } from '#contract/time.ts'
import { AppError } from '#server/errors.ts'

/** The decode time of one user per hour: one second for each picture that the rate limit allows. */
const DECODE_SECONDS_PER_HOUR = 300

interface BudgetOptions {
  max_ms?: number
  window_ms?: number
  /** How many users are remembered. Those with the oldest windows are removed first. */
  max_people?: number
  now?: () => number
}

class DecodeBudgetSpent extends AppError {
  override readonly retry_after: number

  constructor(retry_after: number) {
    super('rate_limited', 'Your last uploads took very long to process. Please try again later.')
    this.retry_after = retry_after
  }
}

/**
 * Counts the decode time of each user in fixed windows of an hour, which begin with the first upload. In memory, like the
 * rate limits. The real time is charged after the work.
 */
export class DecodeBudget {
  readonly #windows = new Map<string, { spent_ms: number; ends_at: number }>()
  readonly #max_ms: number
  readonly #window_ms: number
  readonly #max_people: number
  readonly #now: () => number

  constructor(options: BudgetOptions = {}) {
    this.#max_ms = options.max_ms ?? DECODE_SECONDS_PER_HOUR * 1000
    this.#window_ms = options.window_ms ?? HOUR_MS
    this.#max_people = options.max_people ?? 10_000
    this.#now = options.now ?? Date.now
  }

  spentBy(user_id: string): number {
    return this.#windowOf(user_id)?.spent_ms ?? 0
  }

  refuseSpent(user_id: string): void {
    const window = this.#windowOf(user_id)
    if (!window || window.spent_ms < this.#max_ms) return
    throw new DecodeBudgetSpent(Math.max(1, Math.ceil((window.ends_at - this.#now()) / 1000)))
  }

  charge(user_id: string, ms: number): void {
    const window = this.#windowOf(user_id)
    if (window) {
      window.spent_ms += ms
      return
    }
    if (this.#windows.size >= this.#max_people) this.#evict()
    this.#windows.set(user_id, { spent_ms: ms, ends_at: this.#now() + this.#window_ms })
  }

  #windowOf(user_id: string) {
    const window = this.#windows.get(user_id)
    if (!window || window.ends_at > this.#now()) return window
    this.#windows.delete(user_id)
    return undefined
  }

  #evict(): void {
    for (const user_id of this.#windows.keys()) {
      const isOver = !this.#windowOf(user_id)
      if (isOver) continue
      // The map is ordered by the start of the windows, so all that follow end later.
      if (this.#windows.size >= this.#max_people) this.#windows.delete(user_id)
      else break
    }
  }
}

/** One budget for the process, shared by pictures and videos. */
export const decodeBudget = new DecodeBudget()
