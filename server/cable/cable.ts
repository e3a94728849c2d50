import type { Context } from '#server/context.ts'
import { authenticateToken } from '#server/http/authenticate.ts'
import { limitRate, RateLimitError } from '#server/http/limit.ts'
import type { LiveNotice } from '#server/live/live.ts'
import { findParticipants } from '#server/store/conversations.ts'
import { markAllDelivered } from '#server/store/deliveries.ts'
import { findLivingSessions } from '#server/store/sessions.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import type { DisconnectReason } from './frames.ts'
import { Heartbeat } from './heartbeat.ts'
import { type ConversationNotice, Hub } from './hub.ts'
import type { CableLimits } from './limits.ts'
import { NewestCounts } from './newest-counts.ts'
import { type House, Peer, type Wire } from './peer.ts'
import { Sockets } from './sockets.ts'
import { everySoOften, spread } from './timing.ts'

/** The live side of the product: every open socket of this process, and what they are told. */
export class Cable {
  readonly #ctx: Context
  readonly #limits: CableLimits
  readonly #house: House
  readonly #hub = new Hub()
  readonly #newest_counts = new NewestCounts()
  readonly #sockets = new Sockets()
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

  /** A socket that has just been opened, with the token it was opened with. */
  open(wire: Wire, token: string | undefined): Peer {
    const peer = new Peer(wire, this.#house)
    void this.#admit(peer, token).catch((error) => {
      this.#failed(error)
      peer.disconnect('unavailable', true)
    })
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
    this.#stop_listening()
    await this.#stop_sweeping()
    await this.#marks.flush()
  }

  async #admit(peer: Peer, token: string | undefined): Promise<void> {
    const viewer = token === undefined ? undefined : await authenticateToken(this.#ctx, token)
    if (!viewer) return peer.disconnect('unauthorized', false)
    if (await this.#comesTooOften(viewer.id)) return peer.disconnect('rate_limited', true)
    // Nothing is waited for between counting and adding: many at once are counted one by one.
    if (this.#sockets.of(viewer.id).size >= this.#limits.sockets_per_user) {
      return peer.disconnect('too_many_sockets', true)
    }
    if (peer.is_closing) return
    peer.welcome(viewer.id, viewer.session_id)
    this.#sockets.add(peer)
    this.#heartbeat.add(peer)
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
