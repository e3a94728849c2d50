/** How often the deadlines are checked within one timeout. */
const CHECKS = 5

/** A handshake: a socket between the upgrade and the welcome. */
export interface Handshake {
  /** Closes the socket. How depends on how far the handshake is, so it is replaced after the upgrade. */
  abort: () => void
  /** Called when the socket was welcomed or refused. */
  done(): void
}

/** Deadlines of sockets that are not authenticated yet. All share one timer, because a timer for each would cost memory. */
export class HandshakeDeadlines {
  readonly #timeout_ms: number
  readonly #timer: NodeJS.Timeout
  /** Ordered by deadline, because all have the same timeout. */
  readonly #deadlines = new Map<Handshake, number>()

  constructor(timeout_ms: number) {
    this.#timeout_ms = timeout_ms
    this.#timer = setInterval(() => this.#abortOverdue(performance.now()), Math.ceil(timeout_ms / CHECKS)).unref()
  }

  begin(abort: () => void): Handshake {
    const handshake: Handshake = { abort, done: () => void this.#deadlines.delete(handshake) }
    this.#deadlines.set(handshake, performance.now() + this.#timeout_ms)
    return handshake
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #abortOverdue(now: number): void {
    for (const [handshake, due_at] of this.#deadlines) {
      if (due_at > now) return
      handshake.done()
      handshake.abort()
    }
  }
}
