import Stripe from 'stripe'
import type { Change } from './journal.ts'
import type { State } from './state.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
  /** Told about what happens on connected accounts, and about nothing else. */
  connect?: boolean
}

/** What goes wrong on the way of events. All of it ends with the process. */
export interface WebhookFaults {
  /** Each new event waits so long before it is sent. */
  delay_ms: number
  /** Each event is sent twice. */
  double: boolean
  /** Of those that wait, the newest is sent first. */
  reorder: boolean
  /** So many new events are never sent. The list of events still has them. */
  drop: number
  /** Nothing is sent until it is released. */
  hold: boolean
}

export const NO_FAULTS: WebhookFaults = { delay_ms: 0, double: false, reorder: false, drop: 0, hold: false }

const ANSWER_MS = 10_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 60_000

interface Waiting {
  event: string
  not_before: number
  attempts: number
}

/**
 * Sends events, one after the other, signed as the SDK expects it. An event that was not acknowledged is sent again with
 * exponential back-off, also after a restart: at least once, like the real one.
 */
export class Webhooks {
  readonly #state: State
  readonly #endpoints: () => readonly WebhookEndpoint[]
  readonly #stopping = new AbortController()
  #queue: Waiting[] = []
  #faults = NO_FAULTS
  #releases = 0
  #sending: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #idle: (() => void)[] = []

  constructor(state: State, endpoints: () => readonly WebhookEndpoint[]) {
    this.#state = state
    this.#endpoints = endpoints
    // Those that nobody had acknowledged before the start.
    this.#take(state.store.all('deliveries').map(({ id }) => id))
    state.store.onCommit((changes) => this.#take(addedDeliveries(changes)))
  }

  setFaults(faults: Partial<WebhookFaults>): void {
    this.#faults = { ...this.#faults, ...faults }
    this.#pump()
  }

  /** Ends the hold, and sends everything that waits at once, also what a webhook has refused or is about to refuse. */
  release(): void {
    this.#releases += 1
    this.#queue = this.#queue.map((waiting) => ({ ...waiting, not_before: 0 }))
    this.setFaults({ hold: false })
  }

  /** Sends events again that were sent already, oldest first. Returns how many. */
  replay(isWanted: (event: Stripe.EventBase) => boolean): number {
    const again = this.#state.store.filter('events', isWanted)
    for (const { id } of again) this.#queue.push({ event: id, not_before: 0, attempts: 0 })
    this.#pump()
    return again.length
  }

  /** How many events wait. */
  get pending(): number {
    return this.#queue.length + (this.#sending ? 1 : 0)
  }

  /** Resolves when nothing is on its way and nothing waits, except for what is held. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve)
      this.#pump()
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#sending
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #take(fresh: string[]): void {
    if (fresh.length === 0) return
    const dropped = fresh.splice(0, this.#faults.drop)
    this.#faults = { ...this.#faults, drop: this.#faults.drop - dropped.length }
    const not_before = this.#faults.delay_ms === 0 ? 0 : Date.now() + this.#faults.delay_ms
    for (const event of fresh) this.#queue.push({ event, not_before, attempts: 0 })
    if (dropped.length > 0) this.#acknowledge(dropped)
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    if (this.#sending || this.#stopping.signal.aborted) return
    const next = this.#faults.hold ? undefined : this.#pickDue()
    if (!next) {
      if (this.#faults.hold || this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve()
      else this.#wakeLater()
      return
    }
    this.#sending = this.#deliver(next).finally(() => {
      this.#sending = undefined
      this.#pump()
    })
  }

  #pickDue(): Waiting | undefined {
    const now = Date.now()
    const isDue = ({ not_before }: Waiting) => not_before <= now
    const index = this.#faults.reorder ? this.#queue.findLastIndex(isDue) : this.#queue.findIndex(isDue)
    return index < 0 ? undefined : this.#queue.splice(index, 1)[0]
  }

  #wakeLater(): void {
    const first = Math.min(...this.#queue.map(({ not_before }) => not_before))
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, first - Date.now()))
    this.#timer.unref()
  }

  async #deliver(waiting: Waiting): Promise<void> {
    const event = this.#state.store.find('events', waiting.event)
    if (!event) return
    const payload = JSON.stringify(event, null, 2)
    const isConnect = event.account !== undefined
    const endpoints = this.#endpoints().filter(({ connect = false }) => connect === isConnect)
    const times = this.#faults.double ? 2 : 1
    const releases = this.#releases
    for (let time = 0; time < times; time += 1) {
      const answers = await Promise.all(endpoints.map((endpoint) => this.#post(endpoint, payload)))
      if (this.#stopping.signal.aborted) return
      if (answers.includes(false)) {
        const isReleased = this.#releases > releases
        const wait = isReleased ? 0 : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** waiting.attempts)
        this.#queue.push({ ...waiting, not_before: Date.now() + wait, attempts: waiting.attempts + 1 })
        return
      }
    }
    this.#acknowledge([event.id])
  }

  async #post({ url, secret }: WebhookEndpoint, payload: string): Promise<boolean> {
    const timestamp = Math.floor(this.#state.clock.wall().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  /** It needs no fsync, and may fail on a full disk: after a restart the event is only sent once more. */
  #acknowledge(events: readonly string[]): void {
    const { store } = this.#state
    try {
      store.transaction(() => events.forEach((event) => void store.remove('deliveries', event)), { lazy: true })
    } catch (error) {
      console.error('The stand-in for Stripe cannot write its journal', error)
    }
  }
}

function addedDeliveries(changes: readonly Change[]): string[] {
  return changes.filter(({ table, json }) => table === 'deliveries' && json !== 'null').map(({ id }) => id)
}
