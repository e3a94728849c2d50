import type { LiveEvent } from '#contract/live.ts'

/**
 * An event on the bus between the processes of one product. Delivery is not guaranteed, so an event is never the only
 * copy of something: the database has it too.
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
  | { kind: 'session_ended'; session_id: string }
  /** All sessions of a user ended at once. */
  | { kind: 'user_ended'; user_id: string }
  | { kind: 'notices_changed'; user_ids: readonly string[] }
  | { kind: 'blocks_changed'; user_ids: readonly string[] }
  /** Events of other processes may have been lost, so open pages have to fetch again. */
  | { kind: 'missed_news' }

/** The event bus (publish and subscribe): in-process, or through Redis. */
export interface Live {
  /** Called after the commit. It never throws and never waits: a client that misses the event finds the data in the database. */
  publish(event: BusEvent): void
  /** Receives the events of all processes, including this one. Returns a function that stops it. */
  listen(listener: (event: BusEvent) => void): () => void
  /** True if published events reach every process. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Closes the sockets of sessions that have ended, in every process. */
export function publishSessionsEnded(ctx: { live: Live }, session_ids: readonly string[]): void {
  for (const session_id of session_ids) ctx.live.publish({ kind: 'session_ended', session_id })
}

/** The bus of a product with one process. */
export function inProcessLive(): Live {
  const listeners = new Set<(event: BusEvent) => void>()
  return {
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isConnected: () => true,
    close: async () => listeners.clear(),
  }
}
