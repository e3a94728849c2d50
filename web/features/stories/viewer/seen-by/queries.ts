import { keepPreviousData } from '@tanstack/react-query'
import { insights } from '#contract/insights.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Infinite query for those who have seen one's own story, latest first. */
export function useViewersQuery(id: string, search: string) {
  const query = usePagedQuery({
    queryKey: [...queryKeys.insights, 'viewers', id, search],
    fetchRows: (start, options) =>
      call(insights.list_viewers, { params: { id }, query: { ...(search !== '' && { search }), ...start } }, options),
    about: (headers) => ({ total: Number(headers.get('x-total-count')) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return {
    ...query,
    viewers: rowsOf(query.data && { pages: query.data.pages.map(({ rows }) => ({ rows: rows.map(withId) })) }),
    /** How many have seen it; null until it is known. */
    total: query.data?.pages[0]?.total ?? null,
  }
}

/** A name is unique. */
function withId<Row extends { username: string }>(row: Row): Row & { id: string } {
  return { ...row, id: row.username }
}
