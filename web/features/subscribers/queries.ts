import { keepPreviousData } from '@tanstack/react-query'
import { subscribers } from '#contract/subscribers.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** Infinite query for the subscribers, newest first, with their number. */
export function useSubscribersQuery(search: string) {
  const query = usePagedQuery({
    queryKey: [...queryKeys.broadcasts, 'subscribers', search],
    fetchRows: (start, options) =>
      call(subscribers.list_subscribers, { query: { ...queryOf(search), ...start } }, options),
    about: (headers) => ({ total: Number(headers.get('x-total-count') ?? 0) }),
    placeholderData: keepPreviousData,
  })
  return { ...query, subscribers: rowsOf(query.data), total: query.data?.pages[0]?.total }
}

/** Downloads all that the search finds, as a CSV file. */
export function useSubscribersFileMutation() {
  return useSingleMutation({
    mutationFn: (search: string) => downloadCsv(subscribers.list_subscribers, queryOf(search), 'loge-subscribers'),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

function queryOf(search: string) {
  return search === '' ? {} : { search }
}
