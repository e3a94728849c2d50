import { useMemo } from 'react'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'

/** Infinite query: what the viewer has reported, newest first. */
export function useOwnReportsQuery() {
  const query = usePagedQuery({
    queryKey: queryKeys.own_reports,
    fetchRows: (query, options) => call(reports.list_own_reports, { query }, options),
    about: () => ({}),
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, reports: rows }
}
