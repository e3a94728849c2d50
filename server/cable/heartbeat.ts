import { pingFrame } from './frames.ts'
import type { Peer } from './peer.ts'

/** The sockets are pinged in this many groups, because pinging ten thousand at once would block the event loop. */
const SLOTS = 30
/** Every fifth ping of Action Cable is sent together with a ping of the WebSocket protocol. */
const PROBE_EVERY = 5

/** Pings all sockets with one timer. */
export class Heartbeat {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Peer>())
  readonly #timer: NodeJS.Timeout
  #beats = 0
  #joined = 0

  constructor(ping_every_ms: number, now: () => Date) {
    this.#timer = setInterval(() => this.#beat(now()), Math.ceil(ping_every_ms / SLOTS)).unref()
  }

  add(peer: Peer): void {
    peer.slot = this.#joined % SLOTS
    this.#joined += 1
    this.#slots[peer.slot]?.add(peer)
  }

  remove(peer: Peer): void {
    this.#slots[peer.slot]?.delete(peer)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #beat(now: Date): void {
    const slot = this.#slots[this.#beats % SLOTS]
    const probe = Math.floor(this.#beats / SLOTS) % PROBE_EVERY === 0
    this.#beats += 1
    if (!slot || slot.size === 0) return
    const frame = Buffer.from(pingFrame(now))
    for (const peer of slot) peer.beat(frame, probe)
  }
}
