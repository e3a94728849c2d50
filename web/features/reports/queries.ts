import { useQueryClient } from '@tanstack/react-query'
import { reports } from '#contract/reports.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type ReportList, type ReportState, reportsKey, withoutPost } from './report-lists.ts'

/** Infinite query for reported posts: the open or the handled ones. */
export function useReportsQuery(state: ReportState) {
  return usePagedQuery({
    queryKey: reportsKey(state),
    fetchRows: (start, options) => call(reports.list_reports, { query: { state, ...start } }, options),
    about: (headers) => ({ total: Number(headers.get('x-total-count')) }),
  })
}

export type Decision = 'remove' | 'dismiss'

const DECIDE = {
  remove: (id: string, reason: string) => call(reports.remove_post, { params: { id }, body: { reason } }),
  dismiss: (id: string, note: string) => call(reports.dismiss_reports, { params: { id }, body: { note } }),
}
const DONE = { remove: 'reports.removed', dismiss: 'reports.dismissed' } as const

interface DecisionCallbacks {
  onDone: () => void
  onError: (error: Error) => void
}

/** Deletes a reported post or dismisses its reports, with the given reason. */
export function useDecideMutation(id: string, decision: Decision, { onDone, onError }: DecisionCallbacks) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (words: string) => {
      try {
        await DECIDE[decision](id, words)
        return true
      } catch (error) {
        // The author has deleted the post, or somebody else has handled it first: nothing is left to do.
        if (error instanceof ApiError && error.status === 404) return false
        throw error
      }
    },
    onSuccess: (isDone) => {
      onDone()
      client.setQueryData<ReportList>(reportsKey('open'), (list) => list && withoutPost(list, id))
      void client.invalidateQueries({ queryKey: staffKeys.reports })
      if (decision === 'remove') void client.invalidateQueries({ queryKey: queryKeys.posts })
      if (isDone) toast({ type: 'success', message: t(DONE[decision]) })
      else toast({ type: 'info', message: t('reports.too_late') })
    },
    onError,
  })
}
