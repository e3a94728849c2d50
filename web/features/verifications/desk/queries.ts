import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type DocumentKind, verifications } from '#contract/verifications.ts'
import { call } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { fetchProtected } from '#web/lib/protected-media.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

export type QueueList = 'in_review' | 'decided'

/** Infinite query: those that wait, oldest first, or those that were decided, newest first. */
export function useVerificationsQuery(state: QueueList) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.verifications, 'list', state],
    fetchRows: (start, options) => call(verifications.list_verifications, { query: { state, ...start } }, options),
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** What a creator has sent. Every look is in the audit log, so it is fetched once, and forgotten when the page is left. */
export function useStaffVerificationQuery(id: string) {
  return useQuery({
    queryKey: [...staffKeys.verifications, 'file', id],
    queryFn: ({ signal }) => call(verifications.open_verification, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Opens a file. Nothing of it is cached. */
export function useOpenFileMutation(id: string, kind: DocumentKind, onOpened: (bytes: Blob) => void) {
  return useSingleMutation({
    mutationFn: () => fetchProtected(`/admin/verifications/${id}/files/${kind}`, new AbortController().signal),
    onSuccess: onOpened,
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useDecideMutation(id: string, onError: (error: Error) => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: Input<typeof verifications.decide_verification>['body']) =>
      call(verifications.decide_verification, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...staffKeys.verifications, 'list'] }),
    onError,
  })
}
