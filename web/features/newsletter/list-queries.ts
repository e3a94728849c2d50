import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { newsletter } from '#contract/newsletter.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type ListFilter, parametersOf } from './list-address.ts'

/** Infinite query for newsletter addresses, newest first. The former result stays visible while a new filter is loading. */
export function useAddressesQuery(filter: ListFilter) {
  const query = usePagedQuery({
    queryKey: [...queryKeys.newsletter_addresses, filter],
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

interface EraseOptions {
  /** The text of the success toast. */
  words: string
  /** Called when the address has left the list. */
  onErased: () => void
  onError: (error: Error) => void
}

/** Erases an address and refetches the lists. An address that is gone already counts as erased. */
export function useEraseMutation({ words, onErased, onError }: EraseOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (id: string) => {
      try {
        await call(newsletter.erase_newsletter_address, { params: { id } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: queryKeys.audit })
      await client.invalidateQueries({ queryKey: queryKeys.newsletter_addresses })
      toast({ type: 'success', message: words })
      onErased()
    },
    onError,
  })
}
