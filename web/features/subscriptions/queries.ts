import { subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { usePagedQuery } from '#web/lib/paged-query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { aheadBy } from './tickets.ts'

/** One's subscriptions, a page at a time. They are asked for again whenever one comes back to them. */
export function useSubscriptionsQuery() {
  return usePagedQuery({
    queryKey: queryKeys.subscriptions,
    fetchRows: (query, options) => call(subscriptions.list_subscriptions, { query }, options),
    about: (headers) => ({ ahead_ms: aheadBy(headers.get('date'), Date.now()) }),
  })
}
