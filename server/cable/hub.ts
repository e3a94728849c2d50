import type { InboxEvent, LiveEvent } from '#contract/live.ts'
import type { BusEvent } from '#server/live/live.ts'
import { type Channel, messageFrame } from './frames.ts'

/** A subscriber of a topic. */
export interface Listener {
  readonly user_id: string
  /** Returns false if the frame could not be sent. */
  deliver(frame: Buffer): boolean
}

export type ConversationEvent = Extract<BusEvent, { kind: 'conversation' }>

/** The recipients whose list of conversations changes: all of them for a message, the reader for a read mark. */
function usersWithChangedList(event: LiveEvent, participants: readonly string[]): readonly string[] {
  if (event.type === 'new_message' || event.type === 'message_changed') return participants
  return event.type === 'message_read' ? participants.filter((id) => id === event.user_id) : []
}

/** Pub/sub for sockets: listeners by topic, then by identifier, because each frame contains the identifier of its client. */
export class Hub {
  readonly #topics = new Map<string, Map<string, Set<Listener>>>()

  join(listener: Listener, identifier: string, channel: Channel): void {
    const topic = topicOf(channel, listener)
    const identifiers = this.#topics.get(topic) ?? new Map<string, Set<Listener>>()
    this.#topics.set(topic, identifiers)
    const listeners = identifiers.get(identifier) ?? new Set()
    identifiers.set(identifier, listeners)
    listeners.add(listener)
  }

  leave(listener: Listener, identifier: string, channel: Channel): void {
    const topic = topicOf(channel, listener)
    const identifiers = this.#topics.get(topic)
    const listeners = identifiers?.get(identifier)
    listeners?.delete(listener)
    if (listeners?.size === 0) identifiers?.delete(identifier)
    if (identifiers?.size === 0) this.#topics.delete(topic)
  }

  /** Sends an event to the participants that listen. Returns the users whose sockets accepted it. */
  broadcast({ conversation_id, participants, event }: ConversationEvent): Set<string> {
    const reached = this.#send(conversationTopic(conversation_id), event, ({ user_id }) => {
      // The subscription was authorised once. That is not enough: participation is checked again for every event.
      const isOwnTyping = event.type === 'typing' && event.user_id === user_id
      return participants.includes(user_id) && !isOwnTyping
    })
    for (const user_id of usersWithChangedList(event, participants)) {
      this.#send(inboxTopic(user_id), { type: 'conversation_changed', conversation_id }, () => true)
    }
    return reached
  }

  /** Tells all devices of these users that one of their lists has changed. */
  broadcastListChanged(
    type: 'notices_changed' | 'blocks_changed' | 'subscriptions_changed',
    user_ids: readonly string[],
  ): void {
    for (const user_id of user_ids) this.#send(inboxTopic(user_id), { type }, () => true)
  }

  #send(topic: string, event: LiveEvent | InboxEvent, isRecipient: (listener: Listener) => boolean): Set<string> {
    const reached = new Set<string>()
    const identifiers = this.#topics.get(topic)
    if (!identifiers) return reached
    const message = JSON.stringify(event)
    for (const [identifier, listeners] of identifiers) {
      const frame = Buffer.from(messageFrame(identifier, message))
      for (const listener of listeners) {
        if (isRecipient(listener) && listener.deliver(frame)) reached.add(listener.user_id)
      }
    }
    return reached
  }
}

function topicOf(channel: Channel, { user_id }: Listener): string {
  return channel.kind === 'inbox' ? inboxTopic(user_id) : conversationTopic(channel.conversation_id)
}

function conversationTopic(conversation_id: string): string {
  return `conversation:${conversation_id}`
}

function inboxTopic(user_id: string): string {
  return `inbox:${user_id}`
}
