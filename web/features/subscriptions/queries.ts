import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { subscriptions } from '#contract/subscriptions.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { call } from '#web/lib/api.ts'
import { usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { aheadBy, ticketsOf } from './tickets.ts'

/** One's subscriptions, a page at a time. They are asked for again whenever one comes back to them. */
function useSubscriptionsQuery() {
  return usePagedQuery({
    queryKey: queryKeys.subscriptions,
    fetchRows: (query, options) => call(subscriptions.list_subscriptions, { query }, options),
    about: (headers) => ({ ahead_ms: aheadBy(headers.get('date'), Date.now()) }),
  })
}

/** One's tickets as they are at this moment: one that runs out while somebody looks goes to the past by itself. */
export function useTickets() {
  const query = useSubscriptionsQuery()
  const [now, setNow] = useState(() => Date.now())
  // What came after the last look at the clock is not older than itself.
  const at = Math.max(now, query.dataUpdatedAt)
  const tickets = useMemo(() => ticketsOf(query.data, at), [query.data, at])
  const soonest = tickets.ongoing[0]?.ends_at

  const look = useEffectEvent(() => {
    setNow(Date.now())
    // The server has the last word: it may have been renewed.
    if (soonest !== undefined && soonest <= Date.now()) void query.refetch({ cancelRefetch: false })
  })

  useEffect(() => {
    const left = soonest === undefined ? MINUTE_MS : soonest - at
    const looking = setInterval(look, Math.min(left, MINUTE_MS))
    return () => clearInterval(looking)
  }, [soonest, at])

  return { ...query, ...tickets }
}
