import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Freshness, one rule for every cache: an answer knows nothing of what happened after it was asked for. What happens
 * here carries its moment, an answer carries the moment it was asked for, and the later of the two counts.
 */

let moments = 0

/** Logical clock: counts what happens, one after the other. A wall clock could give two things the same time. */
export function moment(): number {
  moments += 1
  return moments
}

/** Rows as an answer brought them. */
interface Answer<Row> {
  rows: Row[]
  asked_at: number
}

interface Change<Row> {
  at: number
  apply: (rows: Row[]) => Row[]
}

const KEPT_CHANGES = 200

/**
 * Change log: what was changed here is kept for a while, and applied again to every answer that was asked for before it
 * and comes after it. Changes set values, so applying one twice does no harm.
 */
export function changeLog<Row>() {
  const logs = new WeakMap<QueryClient, readonly Change<Row>[]>()
  const logOf = (client: QueryClient) => logs.get(client) ?? []
  return {
    add(client: QueryClient, apply: Change<Row>['apply']): void {
      logs.set(client, [...logOf(client), { at: moment(), apply }].slice(-KEPT_CHANGES))
    },
    /** An answer with everything that has happened since it was asked for. */
    replay<A extends Answer<Row>>(client: QueryClient, answer: A): A {
      const unknown = logOf(client).filter(({ at }) => at > answer.asked_at)
      const last = unknown.at(-1)
      if (!last) return answer
      return { ...answer, rows: unknown.reduce((rows, { apply }) => apply(rows), answer.rows), asked_at: last.at }
    },
  }
}

/**
 * Refetches after something was heard of, so that the answer is newer than that. TanStack gives up a refetch on its way
 * for a newer one, but not a first answer: that is waited for, and then asked for once more.
 */
export async function refetchAfterEvent(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstComing = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await client.invalidateQueries({ queryKey })
  if (isFirstComing) await client.invalidateQueries({ queryKey })
}
