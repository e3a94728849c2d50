import { useInfiniteQuery } from '@tanstack/react-query'
import { subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { nextCursor } from '#web/lib/next-page.ts'
import { aheadBy, type TicketPage } from './tickets.ts'

/** One's subscriptions, a page at a time. They are asked for again whenever one comes back to them. */
export function useSubscriptions() {
  return useInfiniteQuery({
    queryKey: ['subscriptions'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

async function fetchPage(cursor: string | undefined, signal: AbortSignal): Promise<TicketPage> {
  let next: string | null = null
  let ahead_ms = 0
  const tickets = await call(
    subscriptions.list_subscriptions,
    { query: cursor === undefined ? {} : { cursor } },
    {
      signal,
      onHeaders: (headers) => {
        next = nextCursor(headers)
        ahead_ms = aheadBy(headers.get('date'), Date.now())
      },
    },
  )
  return { tickets, next, ahead_ms }
}
