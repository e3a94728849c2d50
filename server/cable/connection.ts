import { TYPING_ACTION } from '#contract/live.ts'
import {
  type Channel,
  type Command,
  confirmFrame,
  type DisconnectReason,
  disconnectFrame,
  parseAction,
  parseChannel,
  parseCommand,
  rejectFrame,
  WELCOME,
} from './frames.ts'
import type { CableLimits } from './limits.ts'

/** An effect that the caller has to execute. */
export type Effect =
  | { kind: 'send'; frame: string }
  /** The caller checks whether this client may subscribe, and calls `decide`. */
  | { kind: 'authorize'; conversation_id: string }
  | { kind: 'join'; identifier: string; channel: Channel }
  | { kind: 'leave'; identifier: string; channel: Channel }
  | { kind: 'typing'; conversation_id: string }
  /** Sends this last frame, then closes the socket. */
  | { kind: 'close'; frame: string; reason: DisconnectReason }

/**
 * The protocol state machine of one client, without I/O: frames go in, frames and other effects come out. Commands are
 * executed in sequence; those that arrive before `welcome`, or while a subscription is being authorised, are queued. There
 * may be thousands of instances, so the fields are few and created lazily.
 */
export class Connection {
  readonly #limits: CableLimits
  #phase: 'opening' | 'open' | 'closed' = 'opening'
  #subscriptions: Map<string, Channel> | undefined
  #authorizing: { identifier: string; channel: Channel } | undefined
  #queued: Command[] | undefined
  #allowance: number
  #counted_at = 0
  #typed_at = Number.NEGATIVE_INFINITY

  constructor(limits: CableLimits) {
    this.#limits = limits
    this.#allowance = limits.commands_at_once
  }

  get subscriptions(): number {
    return this.#subscriptions?.size ?? 0
  }

  /** Called when the client is authenticated. */
  welcome(now: number): Effect[] {
    if (this.#phase !== 'opening') return []
    this.#phase = 'open'
    return [{ kind: 'send', frame: WELCOME }, ...this.#runQueued(now)]
  }

  receive(text: string, now: number): Effect[] {
    if (this.#phase === 'closed') return []
    if (!this.#isWithinRate(now)) return this.disconnect('too_many_commands', true)
    const command = parseCommand(text)
    if (!command) return []
    if (this.#phase === 'open' && !this.#authorizing) return this.#execute(command, now)
    this.#queued ??= []
    if (this.#queued.length >= this.#limits.queued_commands) return this.disconnect('too_many_commands', true)
    this.#queued.push(command)
    return []
  }

  /** The answer to `authorize`. */
  decide(isAllowed: boolean, now: number): Effect[] {
    const authorizing = this.#authorizing
    if (!authorizing) return []
    this.#authorizing = undefined
    const { identifier, channel } = authorizing
    const answer = isAllowed ? this.#confirm(identifier, channel) : [this.#reject(identifier)]
    return [...answer, ...this.#runQueued(now)]
  }

  /** Sends the reason, then closes the socket. */
  disconnect(reason: DisconnectReason, reconnect: boolean): Effect[] {
    if (this.#phase === 'closed') return []
    return [...this.closed(), { kind: 'close', frame: disconnectFrame(reason, reconnect), reason }]
  }

  /** Called when the socket is closed. Leaves all channels. */
  closed(): Effect[] {
    const effects: Effect[] = []
    for (const [identifier, channel] of this.#subscriptions ?? []) effects.push({ kind: 'leave', identifier, channel })
    this.#phase = 'closed'
    this.#subscriptions = undefined
    this.#authorizing = undefined
    this.#queued = undefined
    return effects
  }

  #runQueued(now: number): Effect[] {
    const effects: Effect[] = []
    while (this.#phase === 'open' && !this.#authorizing) {
      const command = this.#queued?.shift()
      if (!command) break
      effects.push(...this.#execute(command, now))
    }
    if (this.#queued?.length === 0) this.#queued = undefined
    return effects
  }

  #execute({ command, identifier, data }: Command, now: number): Effect[] {
    switch (command) {
      case 'subscribe':
        return this.#subscribe(identifier)
      case 'unsubscribe':
        return this.#unsubscribe(identifier)
      case 'message':
        return this.#perform(identifier, data, now)
    }
  }

  #subscribe(identifier: string): Effect[] {
    // Clients repeat the command if the confirmation is slow. It is sent only once.
    if (this.#subscriptions?.has(identifier)) return []
    const channel = parseChannel(identifier)
    if (!channel || this.subscriptions >= this.#limits.subscriptions_per_socket) return [this.#reject(identifier)]
    if (channel.kind === 'inbox') return this.#confirm(identifier, channel)
    this.#authorizing = { identifier, channel }
    return [{ kind: 'authorize', conversation_id: channel.conversation_id }]
  }

  #unsubscribe(identifier: string): Effect[] {
    const channel = this.#subscriptions?.get(identifier)
    if (!channel) return []
    this.#subscriptions?.delete(identifier)
    return [{ kind: 'leave', identifier, channel }]
  }

  #perform(identifier: string, data: string | undefined, now: number): Effect[] {
    const channel = this.#subscriptions?.get(identifier)
    if (channel?.kind !== 'conversation' || parseAction(data) !== TYPING_ACTION) return []
    if (now - this.#typed_at < this.#limits.typing_every_ms) return []
    this.#typed_at = now
    return [{ kind: 'typing', conversation_id: channel.conversation_id }]
  }

  #confirm(identifier: string, channel: Channel): Effect[] {
    this.#subscriptions ??= new Map()
    this.#subscriptions.set(identifier, channel)
    return [
      { kind: 'send', frame: confirmFrame(identifier) },
      { kind: 'join', identifier, channel },
    ]
  }

  #reject(identifier: string): Effect {
    return { kind: 'send', frame: rejectFrame(identifier) }
  }

  #isWithinRate(now: number): boolean {
    const { commands_at_once, commands_per_second } = this.#limits
    const earned = Math.max(0, (now - this.#counted_at) / 1000) * commands_per_second
    this.#allowance = Math.min(commands_at_once, this.#allowance + earned) - 1
    this.#counted_at = now
    return this.#allowance >= 0
  }
}
