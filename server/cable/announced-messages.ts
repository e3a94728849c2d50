/**
 * How many are remembered, with about 130 bytes each. A message is announced again within fifteen seconds, if at all, and a
 * process delivers fewer than four thousand in a second.
 */
const MESSAGES_MAX = 60_000

/**
 * The messages that were delivered to people at this process, so that each is delivered once: a message is announced
 * again if its sender retries, and if the process that stored it was killed.
 */
export class AnnouncedMessages {
  readonly #known = new Set<string>()

  /** Returns false if this message was announced to this person before. */
  add(message_id: string, user_id: string): boolean {
    const key = `${message_id} ${user_id}`
    if (this.#known.has(key)) return false
    this.#known.add(key)
    const [oldest] = this.#known.size > MESSAGES_MAX ? this.#known : []
    if (oldest !== undefined) this.#known.delete(oldest)
    return true
  }
}
