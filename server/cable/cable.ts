import type { Context } from '#server/context.ts'
import { authenticateToken } from '#server/http/authenticate.ts'
import { limitRate, RateLimitError } from '#server/limits/rate-limits.ts'
import type { LiveNotice } from '#server/live/live.ts'
import { findParticipants } from '#server/store/conversations.ts'
import { markAllDelivered } from '#server/store/deliveries.ts'
import { findLivingSessions, findSessionUser } from '#server/store/sessions.ts'
import { type Admission, Admissions } from './admissions.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import type { DisconnectReason } from './frames.ts'
import { Heartbeat } from './heartbeat.ts'
import { type ConversationNotice, Hub } from './hub.ts'
import type { CableLimits } from './limits.ts'
import { NewestCounts } from './newest-counts.ts'
import { type House, Peer, type Wire } from './peer.ts'
import { Sockets } from './sockets.ts'
import { readTicket, UsedTickets } from './tickets.ts'
import { everySoOften, spread } from './timing.ts'

/** Who opens a socket, or why nobody is let in with what they showed. */
type Opener = { user_id: string; session_id: string } | 'unauthorized' | 'ticket_expired'

/** The live side of the product: every open socket of this process, and what they are told. */
export class Cable {
  readonly #ctx: Context
  readonly #limits: CableLimits
  readonly #house: House
  readonly #hub = new Hub()
  readonly #newest_counts = new NewestCounts()
  readonly #sockets = new Sockets()
  readonly #used_tickets = new UsedTickets()
  readonly #admissions: Admissions
  readonly #heartbeat: Heartbeat
  readonly #marks: DeliveryMarks
  readonly #stop_sweeping: () => Promise<void>
  readonly #stop_listening: () => void

  constructor(ctx: Context, limits: CableLimits) {
    this.#ctx = ctx
    this.#limits = limits
    this.#house = {
      hub: this.#hub,
      limits,
      now: () => performance.now(),
      mayListen: async (user_id, conversation_id) =>
        (await findParticipants(ctx.db, user_id, conversation_id)) !== undefined,
      sayTyping: (user_id, conversation_id) => void this.#sayTyping(user_id, conversation_id),
      failed: (error) => this.#failed(error),
    }
    this.#admissions = new Admissions(limits.admit_within_ms)
    this.#heartbeat = new Heartbeat(limits.ping_every_ms, ctx.now)
    this.#marks = new DeliveryMarks((deliveries) =>
      markAllDelivered(ctx.db, deliveries).catch((error) => this.#failed(error)),
    )
    this.#stop_sweeping = everySoOften(limits.sweep_every_ms, () => this.#sweep())
    this.#stop_listening = ctx.live.listen((notice) => this.#hear(notice))
  }

  get sockets(): number {
    return this.#sockets.count
  }

  get subscriptions(): number {
    let count = 0
    for (const peer of this.#sockets.all()) count += peer.subscriptions
    return count
  }

  /** Somebody asks for a socket. Whatever happens next has to happen in time. */
  begin(giveUp: () => void): Admission {
    return this.#admissions.begin(giveUp)
  }

  /** A socket that has just been opened, with the token or the ticket it was opened with. */
  open(wire: Wire, token: string | undefined, admission: Admission): Peer {
    const peer = new Peer(wire, this.#house)
    admission.giveUp = () => peer.disconnect('unavailable', true)
    void this.#admit(peer, token)
      .catch((error) => {
        this.#failed(error)
        peer.disconnect('unavailable', true)
      })
      .finally(() => admission.done())
    return peer
  }

  closed(peer: Peer): void {
    peer.closed()
    this.#heartbeat.remove(peer)
    this.#sockets.remove(peer)
  }

  /** Tells everybody that this process ends, not all at the same moment. */
  async close(): Promise<void> {
    await this.#sayToAll('server_restart')
    this.#heartbeat.stop()
    this.#admissions.stop()
    this.#stop_listening()
    await this.#stop_sweeping()
    await this.#marks.flush()
  }

  async #admit(peer: Peer, token: string | undefined): Promise<void> {
    const opener = token === undefined ? 'unauthorized' : await this.#recognise(token)
    // The session behind an old ticket goes on, so the client may come back with a new one.
    if (typeof opener === 'string') return peer.disconnect(opener, opener === 'ticket_expired')
    const { user_id, session_id } = opener
    if (await this.#comesTooOften(user_id)) return peer.disconnect('rate_limited', true)
    // Nothing is waited for between counting and adding: many at once are counted one by one.
    if (this.#sockets.of(user_id).size >= this.#limits.sockets_per_user) {
      return peer.disconnect('too_many_sockets', true)
    }
    if (peer.is_closing) return
    peer.welcome(user_id, session_id)
    this.#sockets.add(peer)
    this.#heartbeat.add(peer)
  }

  async #recognise(token: string): Promise<Opener> {
    const { db, secret, now } = this.#ctx
    const ticket = readTicket(secret, token)
    if (!ticket) {
      const viewer = await authenticateToken(this.#ctx, token)
      return viewer ? { user_id: viewer.id, session_id: viewer.session_id } : 'unauthorized'
    }
    // Before anything is waited for: of two who show the same ticket at once only the first gets in.
    const isGood = this.#used_tickets.use(ticket, now())
    const user_id = await findSessionUser(db, ticket.session_id, now())
    if (user_id === undefined) return 'unauthorized'
    return isGood ? { user_id, session_id: ticket.session_id } : 'ticket_expired'
  }

  async #comesTooOften(user_id: string): Promise<boolean> {
    try {
      await limitRate(this.#ctx, 'connect', { user_id })
      return false
    } catch (error) {
      if (error instanceof RateLimitError) return true
      throw error
    }
  }

  #hear(notice: LiveNotice): void {
    switch (notice.kind) {
      case 'conversation':
        this.#tell(notice)
        break
      case 'session_ended':
        this.#endSessions((session_id) => session_id === notice.session_id)
        break
      case 'user_ended':
        for (const peer of this.#sockets.of(notice.user_id)) peer.disconnect('unauthorized', false)
        break
      case 'notices_changed':
        this.#hub.ring(notice.user_ids)
        break
      case 'missed_news':
        void this.#sayToAll('missed_news')
        break
    }
  }

  #tell(notice: ConversationNotice): void {
    const { conversation_id } = notice
    const event = this.#newest_counts.of(notice)
    const reached = this.#hub.tell({ ...notice, event })
    if (event.type !== 'new_message') return
    for (const recipient_id of reached) {
      if (recipient_id === event.message.sender_id) continue
      this.#marks.note({ recipient_id, conversation_id, message_id: event.message.id })
    }
  }

  async #sayTyping(user_id: string, conversation_id: string): Promise<void> {
    try {
      const found = await findParticipants(this.#ctx.db, user_id, conversation_id)
      if (!found) return
      const participants = [found.fan_id, found.creator_id]
      this.#ctx.live.publish({
        kind: 'conversation',
        conversation_id,
        participants,
        event: { type: 'typing', user_id },
      })
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Sessions may end where no notice comes from: another process without Redis, the command line, time. */
  async #sweep(): Promise<void> {
    const open = this.#sockets.sessions()
    if (open.size === 0) return
    try {
      const living = await findLivingSessions(this.#ctx.db, [...open], this.#ctx.now())
      this.#endSessions((session_id) => open.has(session_id) && !living.has(session_id))
    } catch (error) {
      this.#failed(error)
    }
  }

  #endSessions(isOver: (session_id: string) => boolean): void {
    for (const peer of this.#sockets.all()) if (isOver(peer.session_id)) peer.disconnect('unauthorized', false)
  }

  async #sayToAll(reason: DisconnectReason): Promise<void> {
    await spread([...this.#sockets.all()], this.#limits.farewell_ms, (peer) => peer.disconnect(reason, true))
  }

  #failed(error: unknown): void {
    this.#ctx.log.error({ err: error }, 'the live socket could not do its work')
  }
}
