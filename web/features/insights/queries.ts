import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { insights } from '#contract/insights.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** The figures of a month, or of the last 30 days. Those of the former period stay while others are loading. */
export function useInsightsQuery(month: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.insights, 'figures', month ?? ''],
    queryFn: ({ signal }) => call(insights.get_insights, { query: { ...(month && { month }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Infinite query for the posts that came out in the period, newest first. */
export function useInsightPostsQuery(month: string | undefined) {
  const query = usePagedQuery({
    queryKey: [...queryKeys.insights, 'posts', month ?? ''],
    fetchRows: (start, options) =>
      call(insights.list_insight_posts, { query: { ...(month && { month }), ...start } }, options),
    about: () => ({}),
  })
  return { ...query, posts: rowsOf(query.data) }
}
