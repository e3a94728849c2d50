import { Connection, type Effect } from './connection.ts'
import type { DisconnectReason } from './frames.ts'
import type { Hub, Listener } from './hub.ts'
import type { CableLimits } from './limits.ts'

/** What a peer needs of a web socket. */
export interface Wire {
  readonly bufferedAmount: number
  send(frame: string | Buffer, options: { binary: boolean }): void
  ping(): void
  pong(data: Buffer): void
  close(code: number): void
  /** Cuts it off without a word. */
  terminate(): void
}

/** What all peers share. */
export interface House {
  hub: Hub
  limits: CableLimits
  now(): number
  mayListen(user_id: string, conversation_id: string): Promise<boolean>
  sayTyping(user_id: string, conversation_id: string): void
  /** Something went wrong that is not the client's fault. */
  failed(error: unknown): void
}

const TEXT = { binary: false }

/** The codes a socket is closed with. Clients of Action Cable go by the frame before it. */
const CLOSE_CODES: Partial<Record<DisconnectReason, number>> = {
  server_restart: 1001,
  too_many_commands: 1008,
  too_slow: 1013,
}
const CLOSE_NORMALLY = 1000
/** A socket that has left so many probes unanswered is cut off at the next one. */
const UNANSWERED_PROBES = 2

/** One open socket: does what its connection says has to be done. */
export class Peer implements Listener {
  user_id = ''
  session_id = ''
  /** Which beat of the heart it is pinged at. */
  slot = 0
  readonly #wire: Wire
  readonly #house: House
  readonly #connection: Connection
  #unanswered_probes = 0
  #is_closing = false

  constructor(wire: Wire, house: House) {
    this.#wire = wire
    this.#house = house
    this.#connection = new Connection(house.limits)
  }

  get subscriptions(): number {
    return this.#connection.subscriptions
  }

  get is_closing(): boolean {
    return this.#is_closing
  }

  welcome(user_id: string, session_id: string): void {
    this.user_id = user_id
    this.session_id = session_id
    this.#run(this.#connection.welcome(this.#house.now()))
  }

  receive(text: string): void {
    this.#run(this.#connection.receive(text, this.#house.now()))
  }

  /** Counts as a command: answers that nobody reads pile up, however small they are. */
  pinged(data: Buffer): void {
    this.receive('')
    if (!this.#is_closing) this.#wire.pong(data)
  }

  /**
   * Only a pong shows that the client reads: commands can be sent without reading anything. A pong that nobody asked for is
   * allowed by the protocol and counts as a command, so that a flood of them ends.
   */
  ponged(): void {
    if (this.#unanswered_probes === 0) this.receive('')
    this.#unanswered_probes = 0
  }

  deliver(frame: string | Buffer): boolean {
    if (this.#is_closing) return false
    if (this.#wire.bufferedAmount > this.#house.limits.outgoing_bytes) {
      this.disconnect('too_slow', true)
      return false
    }
    this.#wire.send(frame, TEXT)
    return true
  }

  /** A ping of ours, which clients watch; with `probe` also one that every web socket has to answer. */
  beat(frame: Buffer, probe: boolean): void {
    if (!this.deliver(frame) || !probe) return
    this.#unanswered_probes += 1
    if (this.#unanswered_probes > UNANSWERED_PROBES) this.#wire.terminate()
    else this.#wire.ping()
  }

  disconnect(reason: DisconnectReason, reconnect: boolean): void {
    this.#run(this.#connection.disconnect(reason, reconnect))
  }

  /** The socket is gone. */
  closed(): void {
    this.#is_closing = true
    this.#run(this.#connection.closed())
  }

  #run(effects: readonly Effect[]): void {
    for (const effect of effects) {
      // One of them may have ended it. Whoever joined something after that would never leave it.
      if (!this.#is_closing || effect.kind === 'leave') this.#do(effect)
    }
  }

  #do(effect: Effect): void {
    const { hub } = this.#house
    switch (effect.kind) {
      case 'send':
        this.deliver(effect.frame)
        break
      case 'join':
        hub.join(this, effect.identifier, effect.channel)
        break
      case 'leave':
        hub.leave(this, effect.identifier, effect.channel)
        break
      case 'authorize':
        void this.#authorize(effect.conversation_id)
        break
      case 'typing':
        this.#house.sayTyping(this.user_id, effect.conversation_id)
        break
      case 'close':
        this.#close(effect.frame, effect.reason)
        break
    }
  }

  async #authorize(conversation_id: string): Promise<void> {
    try {
      const isAllowed = await this.#house.mayListen(this.user_id, conversation_id)
      this.#run(this.#connection.decide(isAllowed, this.#house.now()))
    } catch (error) {
      this.#house.failed(error)
      // A rejection would be for good, and nobody knows yet.
      this.disconnect('unavailable', true)
    }
  }

  #close(frame: string, reason: DisconnectReason): void {
    this.#is_closing = true
    this.#wire.send(frame, TEXT)
    this.#wire.close(CLOSE_CODES[reason] ?? CLOSE_NORMALLY)
  }
}
