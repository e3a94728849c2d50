import { AppError, BusyError } from '#server/errors.ts'
import { type DecodeBudget, decodeBudget } from './decode-budget.ts'

/** The user who sent a file, and a signal that aborts when the client disconnects. */
export interface Sender {
  user_id: string
  signal: AbortSignal
  /** Whether the decode budget applies. False if rate limits are switched off. */
  is_limited?: boolean
}

interface QueueOptions {
  /** The plural for error messages. */
  what: string
  at_once: number
  /** How many may wait. */
  waiting_max: number
  /** How many files of one user may wait or run. */
  open_per_user?: number
  /** How long one may wait. */
  wait_ms?: number
  budget?: DecodeBudget
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

interface Waiting {
  user_id: string | undefined
  start(): void
}

/** The default of `open_per_user`. Nobody publishes more at a time. */
const OPEN_PER_USER = 2
const BUSY_RETRY_SECONDS = 5

/**
 * A fair, bounded queue in front of the decoders. One user has one running file, and the next slot goes to the user with the
 * least decode time, so that nobody can block the others. The wait is limited, and a client that disconnects leaves the
 * queue. Uploads of the product itself are never refused.
 */
export class UploadQueue {
  readonly #options: QueueOptions
  readonly #budget: DecodeBudget
  readonly #clock: () => number
  readonly #queue: Waiting[] = []
  readonly #open_per_user = new Map<string, number>()
  readonly #active_users = new Set<string>()
  #active = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#budget = options.budget ?? decodeBudget
    this.#clock = options.clock ?? (() => performance.now())
  }

  async run<T>(sender: Sender | undefined, work: () => Promise<T>): Promise<T> {
    if (!sender) return await this.#runInTurn(undefined, work)
    const { user_id, is_limited } = sender
    if (is_limited) this.#budget.refuseSpent(user_id)
    const open = this.#open_per_user.get(user_id) ?? 0
    if (open >= (this.#options.open_per_user ?? OPEN_PER_USER))
      throw new AppError('rate_limited', `Your last ${this.#options.what} are still being processed. Please wait.`)
    this.#open_per_user.set(user_id, open + 1)
    try {
      return await this.#runInTurn(sender, work)
    } finally {
      const left = (this.#open_per_user.get(user_id) ?? 1) - 1
      if (left > 0) this.#open_per_user.set(user_id, left)
      else this.#open_per_user.delete(user_id)
    }
  }

  async #runInTurn<T>(sender: Sender | undefined, work: () => Promise<T>): Promise<T> {
    refuseGone(sender)
    const user_id = sender?.user_id
    if (this.#mayStart(user_id)) this.#begin(user_id)
    else await this.#wait(sender)
    try {
      refuseGone(sender)
      // Checked again, because another file of this user may have used up the budget in the meantime.
      if (sender?.is_limited) this.#budget.refuseSpent(sender.user_id)
      return await this.#charge(user_id, work)
    } finally {
      this.#active -= 1
      if (user_id !== undefined) this.#active_users.delete(user_id)
      this.#startNext()
    }
  }

  async #charge<T>(user_id: string | undefined, work: () => Promise<T>): Promise<T> {
    const begun = this.#clock()
    try {
      return await work()
    } finally {
      if (user_id !== undefined) this.#budget.charge(user_id, this.#clock() - begun)
    }
  }

  #mayStart(user_id: string | undefined): boolean {
    return this.#active < this.#options.at_once && (user_id === undefined || !this.#active_users.has(user_id))
  }

  #begin(user_id: string | undefined): void {
    this.#active += 1
    if (user_id !== undefined) this.#active_users.add(user_id)
  }

  #startNext(): void {
    const next = this.#queue.filter(({ user_id }) => this.#mayStart(user_id)).reduce(this.#leastUsed, undefined)
    if (!next) return
    this.#queue.splice(this.#queue.indexOf(next), 1)
    this.#begin(next.user_id)
    next.start()
    this.#startNext()
  }

  /** The one whose sender has used less decode time; the earlier one if equal. */
  #leastUsed = (best: Waiting | undefined, other: Waiting): Waiting => {
    return !best || this.#usedBy(other) < this.#usedBy(best) ? other : best
  }

  #usedBy({ user_id }: Waiting): number {
    return user_id === undefined ? 0 : this.#budget.spentBy(user_id)
  }

  async #wait(sender: Sender | undefined): Promise<void> {
    const { what, waiting_max, wait_ms = 30_000 } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const tooMany = () =>
      new BusyError(BUSY_RETRY_SECONDS, `Too many ${what} are being processed at the moment. Please try again.`)
    if (sender && this.#queue.length >= waiting_max) throw tooMany()
    const place: Waiting = { user_id: sender?.user_id, start: resolve }
    this.#queue.push(place)
    const leave = (reason: AppError) => {
      const at = this.#queue.indexOf(place)
      // It has already been started.
      if (at === -1) return
      this.#queue.splice(at, 1)
      reject(reason)
    }
    const onGone = () => leave(gone())
    sender?.signal.addEventListener('abort', onGone)
    const timer = sender && setTimeout(() => leave(tooMany()), wait_ms)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      sender?.signal.removeEventListener('abort', onGone)
    }
  }
}

/** Stops work for a client that has disconnected: it would not see the result, and would upload again. */
export function refuseGone(sender: Sender | undefined): void {
  if (sender?.signal.aborted) throw gone()
}

function gone(): AppError {
  return new AppError('malformed', 'The request was given up')
}
