import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Export, exports } from '#contract/exports.ts'
import { apiHost, call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { followInbox } from '#web/lib/live/cable.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** Polling interval while an export is prepared, for clients without a live connection. */
const POLL_MS = 5000

/** The member's exports, newest first. */
export function useExportsQuery() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.exports,
    queryFn: ({ signal }) => call(exports.list_exports, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPreparing) ? POLL_MS : false),
  })
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: queryKeys.exports })
    return followInbox((event) => event.type === 'notices_changed' && refresh(), refresh)
  }, [client])
  return query
}

export function isPreparing({ state }: Export): boolean {
  return state === 'preparing'
}

/** Idempotent: the server returns the existing export, or a new one. */
export function useRequestExportMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: () => call(exports.request_export),
    onSuccess: (asked) => {
      client.setQueryData<Export[]>(queryKeys.exports, (known = []) => [
        asked,
        ...known.filter(({ id }) => id !== asked.id),
      ])
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/**
 * Lets the browser download the file from a link, because it may have gigabytes. If the export has expired, the list is
 * refetched and the pressed button disappears with its row.
 */
export function useDownloadMutation(onExpired: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(exports.open_export, { params: { id } }),
    onSuccess: ({ path }) => {
      const link = document.createElement('a')
      link.href = apiHost() + path
      link.download = ''
      link.click()
    },
    onError: (error) => {
      const isExpired = error instanceof ApiError && error.status === 404
      toast({ type: 'error', message: isExpired ? t('exports.over') : errorText(error) })
      if (!isExpired) return
      onExpired()
      void client.invalidateQueries({ queryKey: queryKeys.exports })
    },
  })
}
