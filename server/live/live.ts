import { randomUUID } from 'node:crypto'
import type { LiveEvent, NewMessageEvent } from '#contract/live.ts'

/**
 * An event on the bus between the processes of one product. Delivery is not guaranteed, so an event is never the only
 * copy of something: the database has it too. Every event says for whom it is, because a process receives only what is
 * for people with an open socket there.
 */
export type BusEvent =
  | {
      kind: 'conversation'
      conversation_id: string
      participants: readonly string[]
      event: LiveEvent
      /** A version of the counts in the event. The greater one is newer, because events can arrive out of order. */
      as_of?: number
    }
  | { kind: 'session_ended'; user_id: string; session_id: string }
  /** All sessions of a user ended at once. */
  | { kind: 'user_ended'; user_id: string }
  | { kind: 'notices_changed'; user_ids: readonly string[] }
  | { kind: 'blocks_changed'; user_ids: readonly string[] }
  | { kind: 'subscriptions_changed'; user_ids: readonly string[] }
  /** Events of other processes may have been lost, so open pages have to fetch again. For everybody. */
  | { kind: 'missed_news' }

/** The event bus (publish and subscribe): in-process, or through Redis. */
export interface Live {
  /** Identifies this process among those that use the same database. */
  readonly process_id: string
  readonly reach: 'process' | 'redis'
  /** Called after the commit. It never throws and never waits: a client that misses the event finds the data in the database. */
  publish(event: BusEvent): void
  /** Receives the events of this process, and those of the others for people who are followed. Returns a function that stops it. */
  listen(listener: (event: BusEvent) => void): () => void
  /**
   * Receives what other processes publish for this person, until `unfollow` was called as often. Resolves once it is in
   * place. It never rejects: if Redis is unavailable, `missed_news` follows when it is back.
   */
  follow(user_id: string): Promise<void>
  unfollow(user_id: string): void
  /** True if published events reach every process that uses the same bus. */
  isConnected(): boolean
  /** Whether the other process was heard on the bus within the last seconds. */
  hears(process_id: string): boolean
  close(): Promise<void>
}

/** Closes the sockets of sessions of this user that have ended, in every process. */
export function publishSessionsEnded(
  ctx: { live: Live },
  { user_id, session_ids }: { user_id: string; session_ids: readonly string[] },
): void {
  for (const session_id of session_ids) ctx.live.publish({ kind: 'session_ended', user_id, session_id })
}

type Announced = Pick<NewMessageEvent['message'], 'id' | 'content' | 'sender' | 'sender_id' | 'client_id'>

/** The live event of a new message. What depends on the viewer is left out. */
export function newMessageEvent({ created_at, ...message }: Announced & { created_at: Date }): NewMessageEvent {
  return {
    type: 'new_message',
    message: {
      ...message,
      created_at: created_at.toISOString(),
      is_read: false,
      is_delivered: false,
      reactions: { counts: {}, user_reactions: [], total_count: 0 },
      is_removed: false,
    },
  }
}

/** The bus of a product with one process. */
export function inProcessLive(): Live {
  const listeners = new Set<(event: BusEvent) => void>()
  return {
    process_id: randomUUID(),
    reach: 'process',
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    follow: async () => {},
    unfollow() {},
    isConnected: () => true,
    hears: () => false,
    close: async () => listeners.clear(),
  }
}
