import { AppError } from '#server/errors.ts'

/** Who sent a file, and whether they are still there to hear what became of it. */
export interface Sender {
  user_id: string
  signal: AbortSignal
}

interface LineOptions {
  /** What people wait for, in the plural. */
  what: string
  at_once: number
  /** How many may wait for their turn … */
  waiting_max: number
  /** … and for how long. */
  wait_ms?: number
}

/** How many one person may have waiting or at work. Nobody publishes more at a time; a line is for everybody. */
const AT_ONCE_EACH = 2

/**
 * A line in front of work that the machine can do only so often at once. Nobody can fill it alone, nobody waits in it for
 * long, and who hangs up has left it. What the product itself sends, and nobody waits for, is never turned away.
 */
export class UploadLine {
  readonly #options: LineOptions
  readonly #line: (() => void)[] = []
  readonly #held = new Map<string, number>()
  #busy = 0

  constructor(options: LineOptions) {
    this.#options = options
  }

  async take<T>(sender: Sender | undefined, work: () => Promise<T>): Promise<T> {
    if (!sender) return await this.#inTurn(undefined, work)
    const { user_id } = sender
    const held = this.#held.get(user_id) ?? 0
    if (held >= AT_ONCE_EACH)
      throw new AppError('rate_limited', `Your last ${this.#options.what} are still being processed. Please wait.`)
    this.#held.set(user_id, held + 1)
    try {
      return await this.#inTurn(sender, work)
    } finally {
      const left = (this.#held.get(user_id) ?? 1) - 1
      if (left > 0) this.#held.set(user_id, left)
      else this.#held.delete(user_id)
    }
  }

  async #inTurn<T>(sender: Sender | undefined, work: () => Promise<T>): Promise<T> {
    refuseGone(sender)
    if (this.#busy < this.#options.at_once) this.#busy += 1
    else await this.#wait(sender)
    try {
      refuseGone(sender)
      return await work()
    } finally {
      // Whose turn it was hands it on.
      const next = this.#line.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  async #wait(sender: Sender | undefined): Promise<void> {
    const { what, waiting_max, wait_ms = 30_000 } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const tooMany = () =>
      new AppError('unavailable', `Too many ${what} are being processed at the moment. Please try again.`)
    if (sender && this.#line.length >= waiting_max) throw tooMany()
    this.#line.push(resolve)
    const leave = (reason: AppError) => {
      const place = this.#line.indexOf(resolve)
      // Whose turn it is already has no place to give up.
      if (place === -1) return
      this.#line.splice(place, 1)
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

/** Nothing is made for who is not there any more: they would not know of it, and send it again. */
export function refuseGone(sender: Sender | undefined): void {
  if (sender?.signal.aborted) throw gone()
}

function gone(): AppError {
  return new AppError('malformed', 'The request was given up')
}
