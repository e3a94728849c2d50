import { keepPreviousData } from '@tanstack/react-query'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type ListFilter, parametersOf } from './list-address.ts'

/** Infinite query for newsletter addresses, newest first. The former result stays visible while a new filter is loading. */
export function useAddressesQuery(filter: ListFilter) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.newsletter_addresses, filter],
    fetchRows: (start, options) =>
      call(newsletter.list_newsletter, { query: { ...parametersOf(filter), ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
  })
  return { ...query, addresses: rowsOf(query.data) }
}

/** Downloads the confirmed addresses that the search finds, as a CSV file. */
export function useAddressesFileMutation() {
  return useSingleMutation({
    mutationFn: (filter: ListFilter) =>
      downloadCsv(newsletter.list_newsletter, parametersOf(filter), 'loge-newsletter'),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
