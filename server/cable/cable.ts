import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { authenticateToken } from '#server/http/authenticate.ts'
import { limitRate, RateLimitError } from '#server/limits/rate-limits.ts'
import { type BusEvent, newMessageEvent } from '#server/live/live.ts'
import { findParticipants } from '#server/store/conversations/conversations.ts'
import { markAllDelivered } from '#server/store/conversations/deliveries.ts'
import { listMessagesSince } from '#server/store/conversations/messages.ts'
import { findFrozenSince, findSessionEnds, findSessionUser } from '#server/store/sessions.ts'
import { AnnouncedMessages } from './announced-messages.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import type { DisconnectReason } from './frames.ts'
import { type Handshake, HandshakeDeadlines } from './handshakes.ts'
import { Heartbeat } from './heartbeat.ts'
import { type ConversationEvent, Hub } from './hub.ts'
import type { CableLimits } from './limits.ts'
import { NewestCounts } from './newest-counts.ts'
import { Peer, type PeerServices, type PeerSocket } from './peer.ts'
import { Presence } from './presence.ts'
import { SessionChecks } from './session-checks.ts'
import { Sockets } from './sockets.ts'
import { type CableTicket, readTicket, TICKET_SECONDS, UsedTickets } from './tickets.ts'
import { inBatches, repeatEvery } from './timing.ts'

/**
 * A process that was killed may have stored messages this long before its last heartbeat and not published them: the
 * clocks of the machines differ a little, and a message waits for the lock of its conversation.
 */
const UNPUBLISHED_MS = 10_000

/** How far back a sweep looks for people who were frozen. It may have failed a few times. */
const FROZEN_MS = MINUTE_MS

/** The user and session of a new socket, or why its token is refused. */
type Opener = { user_id: string; session_id: string } | 'unauthorized' | 'ticket_expired'

/** All open sockets of this process: authenticates them, and delivers the events of the bus to them. */
export class Cable {
  readonly #ctx: Context
  readonly #limits: CableLimits
  readonly #services: PeerServices
  readonly #hub = new Hub()
  readonly #newest_counts = new NewestCounts()
  readonly #announced = new AnnouncedMessages()
  readonly #sockets = new Sockets()
  readonly #checks = new SessionChecks()
  readonly #presence: Presence
  readonly #used_tickets = new UsedTickets()
  readonly #handshakes: HandshakeDeadlines
  readonly #heartbeat: Heartbeat
  readonly #marks: DeliveryMarks
  readonly #stop_sweeping: () => Promise<void>
  readonly #stop_beating: () => Promise<void>
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
    this.#stop_sweeping = repeatEvery(limits.sweep_every_ms, () => this.#tryTo(() => this.#sweep()))
    this.#presence = new Presence(ctx, limits.heartbeat_every_ms, (last_seen_at) =>
      this.#announceUnpublished(last_seen_at),
    )
    const beat = () => this.#tryTo(() => this.#presence.beat())
    this.#stop_beating = repeatEvery(limits.heartbeat_every_ms, beat)
    void beat()
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

  /** Whether live events reach the other processes on this database. */
  get is_connected(): boolean {
    return this.#ctx.live.isConnected() && !this.#presence.is_deaf
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
    if (!this.#sockets.remove(peer)) return
    this.#ctx.places.giveBack(peer.user_id)
    this.#ctx.live.unfollow(peer.user_id)
    if (this.#sockets.ofSession(peer.session_id).size === 0) this.#checks.remove(peer.session_id)
  }

  /** Disconnects all clients in batches, so that they do not all reconnect at the same moment. */
  async close(): Promise<void> {
    await this.#disconnectAll('server_restart', this.#limits.restart_spread_ms)
    this.#heartbeat.stop()
    this.#handshakes.stop()
    this.#stop_listening()
    await Promise.all([this.#stop_sweeping(), this.#stop_beating()])
    await this.#tryTo(() => this.#presence.leave())
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
    // In place before the welcome, and so before any subscription is confirmed: nothing is missed in between.
    await this.#ctx.live.follow(user_id)
    if (peer.is_closing) {
      this.#ctx.live.unfollow(user_id)
      return this.#ctx.places.giveBack(user_id)
    }
    peer.welcome(user_id, session_id)
    this.#sockets.add(peer)
    this.#heartbeat.add(peer)
    this.#checks.add(session_id)
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
        this.#endSession(event.session_id)
        break
      case 'user_ended':
        this.#endUser(event.user_id)
        break
      case 'notices_changed':
      case 'blocks_changed':
      case 'subscriptions_changed':
        this.#hub.broadcastListChanged(event.kind, event.user_ids)
        break
      case 'missed_news':
        void this.#disconnectAll('missed_news', this.#spreadOfReconnects())
        break
    }
  }

  #broadcast(bus_event: ConversationEvent): void {
    const { conversation_id } = bus_event
    const event = this.#newest_counts.of(bus_event)
    if (event.type !== 'new_message') return void this.#hub.broadcast({ ...bus_event, event })
    const participants = bus_event.participants.filter(
      (id) => this.#sockets.of(id).size > 0 && this.#announced.add(event.message.id, id),
    )
    if (participants.length === 0) return
    const reached = this.#hub.broadcast({ ...bus_event, participants, event })
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

  /** Announces what a process that was killed may have stored and not published. Whoever heard of it gets nothing. */
  async #announceUnpublished(last_seen_at: Date): Promise<void> {
    const since = new Date(last_seen_at.getTime() - UNPUBLISHED_MS)
    for await (const messages of listMessagesSince(this.#ctx.db, since)) {
      for (const { conversation_id, participants, ...message } of messages) {
        this.#broadcast({ kind: 'conversation', conversation_id, participants, event: newMessageEvent(message) })
      }
    }
  }

  /**
   * Finds sessions that ended without a live event: on the command line, or by expiry. While this process does not hear
   * the others, every sweep looks at all sessions, because signing out elsewhere is no event here either.
   */
  async #sweep(): Promise<void> {
    const in_turn_max = this.is_connected ? this.#limits.sweep_sessions : this.#checks.size
    const now = this.#ctx.now()
    // Whoever is frozen on the command line does not wait for their turn.
    if (this.#checks.size > in_turn_max) {
      const frozen = await findFrozenSince(this.#ctx.db, new Date(now.getTime() - FROZEN_MS))
      for (const user_id of frozen) this.#endUser(user_id)
    }
    const session_ids = this.#checks.take(now, in_turn_max)
    for (let start = 0; start < session_ids.length; start += this.#limits.sweep_sessions) {
      const some = session_ids.slice(start, start + this.#limits.sweep_sessions)
      try {
        const ends = await findSessionEnds(this.#ctx.db, some, now)
        for (const id of some) {
          const ends_at = ends.get(id)
          if (ends_at) this.#checks.note(id, ends_at, now)
          else this.#endSession(id)
        }
      } catch (error) {
        this.#checks.retry(session_ids.slice(start))
        throw error
      }
    }
  }

  #endUser(user_id: string): void {
    for (const peer of this.#sockets.of(user_id)) peer.disconnect('unauthorized', false)
  }

  #endSession(session_id: string): void {
    for (const peer of this.#sockets.ofSession(session_id)) peer.disconnect('unauthorized', false)
  }

  /** Clients that reconnect fetch everything again, so that the more there are, the longer it takes. */
  #spreadOfReconnects(): number {
    const { restart_spread_ms, reconnects_per_second } = this.#limits
    return Math.max(restart_spread_ms, (this.#sockets.count / reconnects_per_second) * 1000)
  }

  async #disconnectAll(reason: DisconnectReason, within_ms: number): Promise<void> {
    await inBatches([...this.#sockets.all()], within_ms, (peer) => peer.disconnect(reason, true))
  }

  async #tryTo(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => this.#logError(error))
  }

  #logError(error: unknown): void {
    this.#ctx.log.error({ err: error }, 'the live socket could not do its work')
  }
}
