import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { staff } from '#contract/staff.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type AuditFilter, parametersOf } from './audit-address.ts'

/** Infinite query for the audit log, newest first. The former result stays visible while a new filter is loading. */
export function useAuditQuery(filter: AuditFilter) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.audit, filter],
    fetchRows: (start, options) => call(staff.list_audit, { query: { ...parametersOf(filter), ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
  })
  return { ...query, entries: rowsOf(query.data) }
}

/** Who works here. */
export function useRolesQuery() {
  return useQuery({
    queryKey: staffKeys.roles,
    queryFn: ({ signal }) => call(staff.list_roles, undefined, { signal }),
  })
}

/** Downloads what the filter lists, as a CSV file. */
export function useAuditFileMutation() {
  return useSingleMutation({
    mutationFn: (filter: AuditFilter) => downloadCsv(staff.list_audit, parametersOf(filter), 'loge-audit'),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
