import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { subscriptions } from '#contract/subscriptions.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { call } from '#web/lib/api.ts'
import { usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { clockSkew, ticketsOf } from './tickets.ts'

/** Infinite query for the member's subscriptions. */
function useSubscriptionsQuery() {
  return usePagedQuery({
    queryKey: queryKeys.subscriptions,
    fetchRows: (query, options) => call(subscriptions.list_subscriptions, { query }, options),
    about: (headers) => ({ ahead_ms: clockSkew(headers.get('date'), Date.now()) }),
  })
}

/** The member's subscriptions at this moment. A timer moves one that ends to the past ones while the page is open. */
export function useTickets() {
  const query = useSubscriptionsQuery()
  const [now, setNow] = useState(() => Date.now())
  // Data that arrived after the last tick must not be compared with an older time.
  const at = Math.max(now, query.dataUpdatedAt)
  const tickets = useMemo(() => ticketsOf(query.data, at), [query.data, at])
  // A ticket that renews may be past its end while the server still has to say whether it went on.
  const soonest = tickets.ongoing.find(({ ends_at }) => ends_at > at)?.ends_at

  const tick = useEffectEvent(() => {
    setNow(Date.now())
    // The server decides: the subscription may have been renewed.
    if (tickets.ongoing.some(({ ends_at }) => ends_at <= Date.now())) void query.refetch({ cancelRefetch: false })
  })

  useEffect(() => {
    const left = soonest === undefined ? MINUTE_MS : soonest - at
    const timer = setInterval(tick, Math.min(left, MINUTE_MS))
    return () => clearInterval(timer)
  }, [soonest, at])

  return { ...query, ...tickets }
}
