import { useInfiniteQuery } from '@tanstack/react-query'
import { subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { askForPage, startingAt } from '#web/lib/next-page.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { aheadBy, type TicketPage } from './tickets.ts'

/** One's subscriptions, a page at a time. They are asked for again whenever one comes back to them. */
export function useSubscriptions() {
  return useInfiniteQuery({
    queryKey: queryKeys.subscriptions,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

async function fetchPage(cursor: string | undefined, signal: AbortSignal): Promise<TicketPage> {
  const { rows, next, headers } = await askForPage((onHeaders) =>
    call(subscriptions.list_subscriptions, { query: startingAt(cursor) }, { signal, onHeaders }),
  )
  return { tickets: rows, next, ahead_ms: aheadBy(headers.get('date'), Date.now()) }
}
