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

/** The live connection is quicker; this is for those who have none. */
const ASKED_AGAIN_MS = 5000

/** One's exports, newest first, as the server has them. */
export function useExportsQuery() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.exports,
    queryFn: ({ signal }) => call(exports.list_exports, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPreparing) ? ASKED_AGAIN_MS : false),
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

/** The one there is already, or a new one: either way it is shown as it is. */
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
 * The browser fetches the file by itself: what may be gigabytes never passes through the page. One that is not there any
 * more leaves the list, and the button that was pressed goes with it.
 */
export function useDownloadMutation(onOver: () => void) {
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
      const isOver = error instanceof ApiError && error.status === 404
      toast({ type: 'error', message: isOver ? t('account.export.over') : errorText(error) })
      if (!isOver) return
      onOver()
      void client.invalidateQueries({ queryKey: queryKeys.exports })
    },
  })
}
