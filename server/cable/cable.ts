import { SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { authenticateToken } from '#server/http/authenticate.ts'
import { limitRate, RateLimitError } from '#server/limits/rate-limits.ts'
import type { BusEvent } from '#server/live/live.ts'
import { findParticipants } from '#server/store/conversations/conversations.ts'
import { markAllDelivered } from '#server/store/conversations/deliveries.ts'
import { findSessionUser, findValidSessions } from '#server/store/sessions.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import type { DisconnectReason } from './frames.ts'
import { type Handshake, HandshakeDeadlines } from './handshakes.ts'
import { Heartbeat } from './heartbeat.ts'
import { type ConversationEvent, Hub } from './hub.ts'
import type { CableLimits } from './limits.ts'
import { NewestCounts } from './newest-counts.ts'
import { Peer, type PeerServices, type PeerSocket } from './peer.ts'
import { Sockets } from './sockets.ts'
import { type CableTicket, readTicket, TICKET_SECONDS, UsedTickets } from './tickets.ts'
import { inBatches, repeatEvery } from './timing.ts'

/** The user and session of a new socket, or why its token is refused. */
type Opener = { user_id: string; session_id: string } | 'unauthorized' | 'ticket_expired'

/** All open sockets of this process: authenticates them, and delivers the events of the bus to them. */
export class Cable {
  readonly #ctx: Context
  readonly #limits: CableLimits
  readonly #services: PeerServices
  readonly #hub = new Hub()
  readonly #newest_counts = new NewestCounts()
  readonly #sockets = new Sockets()
  readonly #used_tickets = new UsedTickets()
  readonly #handshakes: HandshakeDeadlines
  readonly #heartbeat: Heartbeat
  readonly #marks: DeliveryMarks
  readonly #stop_sweeping: () => Promise<void>
  readonly #stop_listening: () => void

  constructor(ctx: Context, limits: CableLimits) {
    this.#ctx = ctx
    this.#limits = limits
    this.#services = {
      hub: this.#hub,
      limits,
      now: () => performance.now(),
      maySubscribe: async (user_id, conversation_id) =>
        (await findParticipants(ctx.db, user_id, conversation_id)) !== undefined,
      publishTyping: (user_id, conversation_id) => void this.#publishTyping(user_id, conversation_id),
      onError: (error) => this.#logError(error),
    }
    this.#handshakes = new HandshakeDeadlines(limits.handshake_timeout_ms)
    this.#heartbeat = new Heartbeat(limits.ping_every_ms, ctx.now)
    this.#marks = new DeliveryMarks((deliveries) =>
      markAllDelivered(ctx.db, deliveries).catch((error) => this.#logError(error)),
    )
    this.#stop_sweeping = repeatEvery(limits.sweep_every_ms, () => this.#sweep())
    this.#stop_listening = ctx.live.listen((event) => this.#onBusEvent(event))
  }

  get sockets(): number {
    return this.#sockets.count
  }

  get subscriptions(): number {
    let count = 0
    for (const peer of this.#sockets.all()) count += peer.subscriptions
    return count
  }

  /** Starts the deadline of a handshake. */
  begin(abort: () => void): Handshake {
    return this.#handshakes.begin(abort)
  }

  /** Takes over an upgraded socket. `token` is a session token or a cable ticket. */
  open(socket: PeerSocket, token: string | undefined, handshake: Handshake): Peer {
    const peer = new Peer(socket, this.#services)
    handshake.abort = () => peer.disconnect('unavailable', true)
    void this.#admit(peer, token)
      .catch((error) => {
        this.#logError(error)
        peer.disconnect('unavailable', true)
      })
      .finally(() => handshake.done())
    return peer
  }

  closed(peer: Peer): void {
    peer.closed()
    this.#heartbeat.remove(peer)
    if (this.#sockets.remove(peer)) this.#ctx.places.giveBack(peer.user_id)
  }

  /** Disconnects all clients in batches, so that they do not all reconnect at the same moment. */
  async close(): Promise<void> {
    await this.#disconnectAll('server_restart')
    this.#heartbeat.stop()
    this.#handshakes.stop()
    this.#stop_listening()
    await this.#stop_sweeping()
    await this.#marks.flush()
  }

  async #admit(peer: Peer, token: string | undefined): Promise<void> {
    const opener = token === undefined ? 'unauthorized' : await this.#authenticate(token)
    // The session of an expired ticket is still valid, so the client may reconnect with a new ticket.
    if (typeof opener === 'string') return peer.disconnect(opener, opener === 'ticket_expired')
    const { user_id, session_id } = opener
    if (await this.#exceedsConnectRate(user_id)) return peer.disconnect('rate_limited', true)
    if (!(await this.#ctx.places.take(user_id, this.#limits.sockets_per_user))) {
      return peer.disconnect('too_many_sockets', true)
    }
    if (peer.is_closing) return this.#ctx.places.giveBack(user_id)
    peer.welcome(user_id, session_id)
    this.#sockets.add(peer)
    this.#heartbeat.add(peer)
  }

  async #authenticate(token: string): Promise<Opener> {
    const { db, secret, now } = this.#ctx
    const ticket = readTicket(secret, token)
    if (!ticket) {
      const viewer = await authenticateToken(this.#ctx, token)
      return viewer ? { user_id: viewer.id, session_id: viewer.session_id } : 'unauthorized'
    }
    // The ticket is marked as used before the first await, so that it opens only one of two parallel sockets.
    const isGood = this.#used_tickets.use(ticket, now()) && (await this.#isFirstUse(ticket))
    const user_id = await findSessionUser(db, ticket.session_id, now())
    if (user_id === undefined) return 'unauthorized'
    return isGood ? { user_id, session_id: ticket.session_id } : 'ticket_expired'
  }

  /** Asks what the processes count together, so that a ticket does not open another socket at each of them. */
  async #isFirstUse({ nonce }: CableTicket): Promise<boolean> {
    const limit = { max: 1, window_ms: TICKET_SECONDS * SECOND_MS }
    return !(await this.#ctx.limiter.take([{ key: `used_ticket:${nonce}`, limit }], this.#ctx.now()))
  }

  async #exceedsConnectRate(user_id: string): Promise<boolean> {
    try {
      await limitRate(this.#ctx, 'connect', { user_id })
      return false
    } catch (error) {
      if (error instanceof RateLimitError) return true
      throw error
    }
  }

  #onBusEvent(event: BusEvent): void {
    switch (event.kind) {
      case 'conversation':
        this.#broadcast(event)
        break
      case 'session_ended':
        this.#endSessions((session_id) => session_id === event.session_id)
        break
      case 'user_ended':
        for (const peer of this.#sockets.of(event.user_id)) peer.disconnect('unauthorized', false)
        break
      case 'notices_changed':
      case 'blocks_changed':
        this.#hub.broadcastListChanged(event.kind, event.user_ids)
        break
      case 'missed_news':
        void this.#disconnectAll('missed_news')
        break
    }
  }

  #broadcast(bus_event: ConversationEvent): void {
    const { conversation_id } = bus_event
    const event = this.#newest_counts.of(bus_event)
    const reached = this.#hub.broadcast({ ...bus_event, event })
    if (event.type !== 'new_message') return
    for (const recipient_id of reached) {
      if (recipient_id === event.message.sender_id) continue
      this.#marks.note({ recipient_id, conversation_id, message_id: event.message.id })
    }
  }

  async #publishTyping(user_id: string, conversation_id: string): Promise<void> {
    try {
      const found = await findParticipants(this.#ctx.db, user_id, conversation_id)
      if (!found || found.is_closed) return
      const participants = [found.fan_id, found.creator_id]
      this.#ctx.live.publish({
        kind: 'conversation',
        conversation_id,
        participants,
        event: { type: 'typing', user_id },
      })
    } catch (error) {
      this.#logError(error)
    }
  }

  /** Finds sessions that ended without a live event: in another process without Redis, on the command line, or by expiry. */
  async #sweep(): Promise<void> {
    const open = this.#sockets.sessions()
    if (open.size === 0) return
    try {
      const valid = await findValidSessions(this.#ctx.db, [...open], this.#ctx.now())
      this.#endSessions((session_id) => open.has(session_id) && !valid.has(session_id))
    } catch (error) {
      this.#logError(error)
    }
  }

  #endSessions(isOver: (session_id: string) => boolean): void {
    for (const peer of this.#sockets.all()) if (isOver(peer.session_id)) peer.disconnect('unauthorized', false)
  }

  async #disconnectAll(reason: DisconnectReason): Promise<void> {
    await inBatches([...this.#sockets.all()], this.#limits.restart_spread_ms, (peer) => peer.disconnect(reason, true))
  }

  #logError(error: unknown): void {
    this.#ctx.log.error({ err: error }, 'the live socket could not do its work')
  }
}
