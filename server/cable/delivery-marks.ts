import type { Delivery } from '#server/store/deliveries.ts'

/**
 * How long marks are collected: the last message of a conversation stands for those before it. Writing them down holds up
 * whoever writes in these conversations, and nobody is told of them before they look.
 */
const FLUSH_AFTER_MS = 1000

/** Notes what has reached whose device, and writes it down a little later, so that delivering waits for no database. */
export class DeliveryMarks {
  readonly #write: (deliveries: Delivery[]) => Promise<void>
  readonly #collected = new Map<string, Delivery>()
  #timer: NodeJS.Timeout | undefined
  #writing = Promise.resolve()

  constructor(write: (deliveries: Delivery[]) => Promise<void>) {
    this.#write = write
  }

  note(delivery: Delivery): void {
    const key = `${delivery.recipient_id} ${delivery.conversation_id}`
    const earlier = this.#collected.get(key)
    // Ids sort by time: two processes may tell of two messages in the wrong order.
    if (!earlier || earlier.message_id < delivery.message_id) this.#collected.set(key, delivery)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS)
  }

  /** Everything that was noted is written when this is done. One batch after the other: none overtakes. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const deliveries = [...this.#collected.values()]
    this.#collected.clear()
    if (deliveries.length > 0) this.#writing = this.#writing.then(() => this.#write(deliveries))
    return this.#writing
  }
}
