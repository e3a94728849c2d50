import type { Delivery } from '#server/store/conversations/deliveries.ts'

/**
 * How long marks are collected. The last message of a conversation covers those before it. Few writes matter here, because
 * each one locks rows that senders in these conversations need, and a mark is only read when a list is fetched.
 */
const FLUSH_AFTER_MS = 1000

/** Write-behind buffer for "delivered" marks, so that delivering a message does not wait for the database. */
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
    // Ids sort by time. Events of two processes may arrive out of order.
    if (!earlier || earlier.message_id < delivery.message_id) this.#collected.set(key, delivery)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS)
  }

  /** Resolves when all marks so far are written. Batches are written in sequence, so that none overtakes another. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const deliveries = [...this.#collected.values()]
    this.#collected.clear()
    if (deliveries.length > 0) this.#writing = this.#writing.then(() => this.#write(deliveries))
    return this.#writing
  }
}
