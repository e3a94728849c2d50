import { Connection, type Effect } from './connection.ts'
import type { DisconnectReason } from './frames.ts'
import type { Hub, Listener } from './hub.ts'
import type { CableLimits } from './limits.ts'

/** The part of a WebSocket that a peer needs. */
export interface PeerSocket {
  readonly bufferedAmount: number
  send(frame: string | Buffer, options: { binary: boolean }): void
  ping(): void
  pong(data: Buffer): void
  close(code: number): void
  /** Destroys the connection without a close frame. */
  terminate(): void
}

/** The dependencies that all peers share. */
export interface PeerServices {
  hub: Hub
  limits: CableLimits
  now(): number
  maySubscribe(user_id: string, conversation_id: string): Promise<boolean>
  publishTyping(user_id: string, conversation_id: string): void
  /** Called for errors that the client did not cause. */
  onError(error: unknown): void
}

const TEXT = { binary: false }

/** WebSocket close codes. Action Cable clients read the reason from the disconnect frame before. */
const CLOSE_CODES: Partial<Record<DisconnectReason, number>> = {
  server_restart: 1001,
  too_many_commands: 1008,
  too_slow: 1013,
}
const CLOSE_NORMALLY = 1000
/** A socket that has not answered this many probes is terminated at the next one. */
const UNANSWERED_PROBES = 2

/** One open socket: executes the effects that its `Connection` returns. */
export class Peer implements Listener {
  user_id = ''
  session_id = ''
  /** The group of `Heartbeat` in which it is pinged. */
  slot = 0
  readonly #socket: PeerSocket
  readonly #services: PeerServices
  readonly #connection: Connection
  #unanswered_probes = 0
  #is_closing = false

  constructor(socket: PeerSocket, services: PeerServices) {
    this.#socket = socket
    this.#services = services
    this.#connection = new Connection(services.limits)
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
    this.#run(this.#connection.welcome(this.#services.now()))
  }

  receive(text: string): void {
    this.#run(this.#connection.receive(text, this.#services.now()))
  }

  /** A ping counts as a command, because pongs that the client does not read would pile up in memory. */
  pinged(data: Buffer): void {
    this.receive('')
    if (!this.#is_closing) this.#socket.pong(data)
  }

  /**
   * Only a pong proves that the client reads, because commands can be sent without reading. The protocol allows unsolicited
   * pongs; they count as commands, so that a flood of them is rate-limited.
   */
  ponged(): void {
    if (this.#unanswered_probes === 0) this.receive('')
    this.#unanswered_probes = 0
  }

  deliver(frame: string | Buffer): boolean {
    if (this.#is_closing) return false
    if (this.#socket.bufferedAmount > this.#services.limits.outgoing_bytes) {
      this.disconnect('too_slow', true)
      return false
    }
    this.#socket.send(frame, TEXT)
    return true
  }

  /** Sends an Action Cable ping, which clients watch; with `probe` also a WebSocket ping, which every client must answer. */
  beat(frame: Buffer, probe: boolean): void {
    if (!this.deliver(frame) || !probe) return
    this.#unanswered_probes += 1
    if (this.#unanswered_probes > UNANSWERED_PROBES) this.#socket.terminate()
    else this.#socket.ping()
  }

  disconnect(reason: DisconnectReason, reconnect: boolean): void {
    this.#run(this.#connection.disconnect(reason, reconnect))
  }

  /** Called when the socket is closed. */
  closed(): void {
    this.#is_closing = true
    this.#run(this.#connection.closed())
  }

  #run(effects: readonly Effect[]): void {
    for (const effect of effects) {
      // An earlier effect may have closed the socket. A peer that joins a topic after that would never leave it.
      if (!this.#is_closing || effect.kind === 'leave') this.#do(effect)
    }
  }

  #do(effect: Effect): void {
    const { hub } = this.#services
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
        this.#services.publishTyping(this.user_id, effect.conversation_id)
        break
      case 'close':
        this.#close(effect.frame, effect.reason)
        break
    }
  }

  async #authorize(conversation_id: string): Promise<void> {
    try {
      const isAllowed = await this.#services.maySubscribe(this.user_id, conversation_id)
      this.#run(this.#connection.decide(isAllowed, this.#services.now()))
    } catch (error) {
      this.#services.onError(error)
      // Clients treat a rejection as final, and this error may be temporary.
      this.disconnect('unavailable', true)
    }
  }

  #close(frame: string, reason: DisconnectReason): void {
    this.#is_closing = true
    this.#socket.send(frame, TEXT)
    this.#socket.close(CLOSE_CODES[reason] ?? CLOSE_NORMALLY)
  }
}
