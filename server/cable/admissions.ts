/** How many times within the allowed time the deadlines are looked at. */
const LOOKS = 5

/** A socket on its way from the upgrade to the welcome. */
export interface Admission {
  /** Ends the socket in the way that fits how far it has come. */
  giveUp: () => void
  /** It was welcomed or refused. */
  done(): void
}

/** Deadlines of sockets that are not authenticated yet. One timer serves all of them: a timer for each would cost memory. */
export class Admissions {
  readonly #within_ms: number
  readonly #timer: NodeJS.Timeout
  /** In the order of their deadlines, because all have the same time. */
  readonly #due = new Map<Admission, number>()

  constructor(within_ms: number) {
    this.#within_ms = within_ms
    this.#timer = setInterval(() => this.#endOverdue(performance.now()), Math.ceil(within_ms / LOOKS)).unref()
  }

  begin(giveUp: () => void): Admission {
    const admission: Admission = { giveUp, done: () => void this.#due.delete(admission) }
    this.#due.set(admission, performance.now() + this.#within_ms)
    return admission
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #endOverdue(now: number): void {
    for (const [admission, due_at] of this.#due) {
      if (due_at > now) return
      admission.done()
      admission.giveUp()
    }
  }
}
