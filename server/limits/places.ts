/** How many things each user has open at a time, such as live sockets. Each place that was taken must be given back. */
export interface Places {
  /** Returns false, and takes nothing, if the user has as many as `max`. */
  take(user_id: string, max: number): Promise<boolean>
  giveBack(user_id: string): void
}

/** The places of one process. */
export class MemoryPlaces implements Places {
  readonly #taken = new Map<string, number>()

  countOf(user_id: string): number {
    return this.#taken.get(user_id) ?? 0
  }

  users(): IterableIterator<string> {
    return this.#taken.keys()
  }

  /** Counts without awaiting anything, so that parallel calls cannot exceed the maximum. */
  takeNow(user_id: string, max: number): boolean {
    const count = this.countOf(user_id)
    if (count >= max) return false
    this.#taken.set(user_id, count + 1)
    return true
  }

  async take(user_id: string, max: number): Promise<boolean> {
    return this.takeNow(user_id, max)
  }

  giveBack(user_id: string): void {
    const count = this.countOf(user_id)
    if (count > 1) this.#taken.set(user_id, count - 1)
    else this.#taken.delete(user_id)
  }
}
