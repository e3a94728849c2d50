import type { LiveEvent } from '#contract/live.ts'

/** What the processes of one product tell each other. A bell, never the only copy of anything. */
export type LiveNotice =
  | {
      kind: 'conversation'
      conversation_id: string
      participants: readonly string[]
      event: LiveEvent
      /** Of the counts in an event: the greater, the newer. Notices may overtake each other. */
      as_of?: number
    }
  | { kind: 'session_ended'; session_id: string }
  /** All sessions of somebody ended at once. */
  | { kind: 'user_ended'; user_id: string }
  | { kind: 'notices_changed'; user_ids: readonly string[] }
  /** Others may have told things that did not arrive: whoever shows them has to look for themselves. */
  | { kind: 'missed_news' }

export interface Live {
  /** Told after the commit. Never fails and never waits: who misses it finds the rest in the database. */
  publish(notice: LiveNotice): void
  /** Hears everything that any process tells, this one included; the answer ends it. */
  listen(listener: (notice: LiveNotice) => void): () => void
  /** Whether what is told reaches every process. */
  isConnected(): boolean
  close(): Promise<void>
}

/** Closes the sockets of sessions that have ended, in every process. */
export function publishSessionsEnded(ctx: { live: Live }, session_ids: readonly string[]): void {
  for (const session_id of session_ids) ctx.live.publish({ kind: 'session_ended', session_id })
}

/** For a product that is one process. */
export function inProcessLive(): Live {
  const listeners = new Set<(notice: LiveNotice) => void>()
  return {
    publish(notice) {
      for (const listener of listeners) listener(notice)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isConnected: () => true,
    close: async () => listeners.clear(),
  }
}
