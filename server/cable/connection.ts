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

/** What has to happen because of something that came in. */
export type Effect =
  | { kind: 'send'; frame: string }
  /** Somebody has to find out whether this client may listen there, and tell `decide`. */
  | { kind: 'authorize'; conversation_id: string }
  | { kind: 'join'; identifier: string; channel: Channel }
  | { kind: 'leave'; identifier: string; channel: Channel }
  | { kind: 'typing'; conversation_id: string }
  /** Says this last word, then ends. */
  | { kind: 'close'; frame: string; reason: DisconnectReason }

/**
 * One client, from its first frame to its last, without a socket: frames go in, frames and other effects come out.
 * Commands are obeyed one after the other; those that come before `welcome`, or while a subscription is being decided,
 * wait. There may be thousands of these, so there is little in each.
 */
export class Connection {
  readonly #limits: CableLimits
  #phase: 'opening' | 'open' | 'closed' = 'opening'
  #subscriptions: Map<string, Channel> | undefined
  #undecided: { identifier: string; channel: Channel } | undefined
  #waiting: Command[] | undefined
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

  /** We know who it is. */
  welcome(now: number): Effect[] {
    if (this.#phase !== 'opening') return []
    this.#phase = 'open'
    return [{ kind: 'send', frame: WELCOME }, ...this.#obeyWaiting(now)]
  }

  receive(text: string, now: number): Effect[] {
    if (this.#phase === 'closed') return []
    if (!this.#isWithinRate(now)) return this.disconnect('too_many_commands', true)
    const command = parseCommand(text)
    if (!command) return []
    if (this.#phase === 'open' && !this.#undecided) return this.#obey(command, now)
    this.#waiting ??= []
    if (this.#waiting.length >= this.#limits.queued_commands) return this.disconnect('too_many_commands', true)
    this.#waiting.push(command)
    return []
  }

  /** The answer to `authorize`. */
  decide(isAllowed: boolean, now: number): Effect[] {
    const undecided = this.#undecided
    if (!undecided) return []
    this.#undecided = undefined
    const { identifier, channel } = undecided
    const answer = isAllowed ? this.#confirm(identifier, channel) : [this.#reject(identifier)]
    return [...answer, ...this.#obeyWaiting(now)]
  }

  /** Says why, then ends. */
  disconnect(reason: DisconnectReason, reconnect: boolean): Effect[] {
    if (this.#phase === 'closed') return []
    return [...this.closed(), { kind: 'close', frame: disconnectFrame(reason, reconnect), reason }]
  }

  /** The client is gone. */
  closed(): Effect[] {
    const effects: Effect[] = []
    for (const [identifier, channel] of this.#subscriptions ?? []) effects.push({ kind: 'leave', identifier, channel })
    this.#phase = 'closed'
    this.#subscriptions = undefined
    this.#undecided = undefined
    this.#waiting = undefined
    return effects
  }

  #obeyWaiting(now: number): Effect[] {
    const effects: Effect[] = []
    while (this.#phase === 'open' && !this.#undecided) {
      const command = this.#waiting?.shift()
      if (!command) break
      effects.push(...this.#obey(command, now))
    }
    if (this.#waiting?.length === 0) this.#waiting = undefined
    return effects
  }

  #obey({ command, identifier, data }: Command, now: number): Effect[] {
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
    // Clients ask again when the answer takes its time: it is given once.
    if (this.#subscriptions?.has(identifier)) return []
    const channel = parseChannel(identifier)
    if (!channel || this.subscriptions >= this.#limits.subscriptions_per_socket) return [this.#reject(identifier)]
    if (channel.kind === 'inbox') return this.#confirm(identifier, channel)
    this.#undecided = { identifier, channel }
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
