import { HOUR_MS } from '#contract/time.ts'

/** A session that ends within this time is watched. All others are looked up again before it is over. */
const WATCHED_MS = HOUR_MS

/**
 * Decides which open sessions are looked up in a sweep: those that were opened since the last one, those whose end has
 * come, and of all others a bounded number, in turns. So a sweep costs the same for any number of sessions.
 */
export class SessionChecks {
  /** All sessions. Those that were looked up last are at the end. */
  readonly #in_turn = new Set<string>()
  readonly #opened = new Set<string>()
  readonly #ending = new Map<string, Date>()

  get size(): number {
    return this.#in_turn.size
  }

  /** Also called for another socket of a known session: it may have ended while the socket was opened. */
  add(session_id: string): void {
    this.#in_turn.add(session_id)
    this.#opened.add(session_id)
  }

  remove(session_id: string): void {
    this.#in_turn.delete(session_id)
    this.#opened.delete(session_id)
    this.#ending.delete(session_id)
  }

  /** The sessions to look up now; of those without a reason at most `in_turn_max`. */
  take(now: Date, in_turn_max: number): string[] {
    const taken = new Set(this.#opened)
    this.#opened.clear()
    for (const [id, ends_at] of this.#ending) if (ends_at <= now) taken.add(id)
    let left = in_turn_max
    for (const id of this.#in_turn) {
      if (left <= 0) break
      left -= 1
      taken.add(id)
    }
    for (const id of taken) {
      this.#in_turn.delete(id)
      this.#in_turn.add(id)
    }
    return [...taken]
  }

  /** The look-up found this end of a valid session. */
  note(session_id: string, ends_at: Date, now: Date): void {
    if (!this.#in_turn.has(session_id)) return
    if (ends_at.getTime() - now.getTime() < WATCHED_MS) this.#ending.set(session_id, ends_at)
    else this.#ending.delete(session_id)
  }

  /** The look-up failed: they are taken again at the next sweep. */
  retry(session_ids: readonly string[]): void {
    for (const id of session_ids) if (this.#in_turn.has(id)) this.#opened.add(id)
  }
}
