import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Freshness, one rule for every cache: an answer does not contain changes that happened after its request was sent.
 * Local changes and requests get a timestamp of a logical clock, and the later one wins.
 */

let ticks = 0

/** Logical clock: a counter. A wall clock could give two events the same time. */
export function logicalTime(): number {
  ticks += 1
  return ticks
}

/** The rows of an answer, with the time of its request. */
interface Answer<Row> {
  rows: Row[]
  asked_at: number
}

interface Change<Row> {
  at: number
  apply: (rows: Row[]) => Row[]
}

const MAX_CHANGES = 200

/**
 * Change log: keeps the latest local changes and replays them over every answer whose request was sent before them.
 * Changes are idempotent, because they set values.
 */
export function changeLog<Row>() {
  const logs = new WeakMap<QueryClient, readonly Change<Row>[]>()
  const logOf = (client: QueryClient) => logs.get(client) ?? []
  return {
    add(client: QueryClient, apply: Change<Row>['apply']): void {
      logs.set(client, [...logOf(client), { at: logicalTime(), apply }].slice(-MAX_CHANGES))
    },
    /** Applies the changes that happened after the request of this answer. */
    replay<A extends Answer<Row>>(client: QueryClient, answer: A): A {
      const unknown = logOf(client).filter(({ at }) => at > answer.asked_at)
      const last = unknown.at(-1)
      if (!last) return answer
      return { ...answer, rows: unknown.reduce((rows, { apply }) => apply(rows), answer.rows), asked_at: last.at }
    },
  }
}

/**
 * Refetches after a live event, so that the answer is newer than the event. TanStack cancels a running refetch for a newer
 * one, but not a first fetch: that one is awaited and then repeated.
 */
export async function refetchAfterEvent(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstFetch = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await client.invalidateQueries({ queryKey })
  if (isFirstFetch) await client.invalidateQueries({ queryKey })
}
