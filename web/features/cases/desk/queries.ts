import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { cases } from '#contract/cases.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type CaseFilter, parametersOf } from './case-address.ts'

/** Infinite query for cases, the most urgent first. The former result stays visible while a new filter is loading. */
export function useCasesQuery(filter: CaseFilter) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.cases, 'list', filter],
    fetchRows: (start, options) => call(cases.list_cases, { query: { ...parametersOf(filter), ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** How many cases wait, by kind. */
export function useCaseCountsQuery() {
  return useQuery({
    queryKey: staffKeys.case_counts,
    queryFn: ({ signal }) => call(cases.count_cases, undefined, { signal }),
    refetchInterval: MINUTE_MS,
  })
}

/** The lists, the counts and the open file show what somebody has just done. */
export function useCasesChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: staffKeys.cases }),
      client.invalidateQueries({ queryKey: staffKeys.case_counts }),
    ])
}

interface Taken {
  id: string
  number: string
  take_over?: boolean
}

/** Takes a case. If somebody else was faster, a toast says who. */
export function useTakeCaseMutation() {
  const changed = useCasesChanged()
  return useSingleMutation({
    mutationFn: ({ id, take_over = false }: Taken) => call(cases.take_case, { params: { id }, body: { take_over } }),
    onSuccess: (_, { number }) => toast({ type: 'success', message: t('cases.desk.taken', { number }) }),
    onError: (error) => {
      const taker = error instanceof ApiError && error.code === 'case_taken' ? error.fields.taken_by : undefined
      toast({ type: 'error', message: taker ? t('cases.desk.taken_by', { name: taker }) : errorText(error) })
    },
    onSettled: changed,
  })
}

export function useReleaseCaseMutation() {
  const changed = useCasesChanged()
  return useSingleMutation({
    mutationFn: ({ id }: Taken) => call(cases.release_case, { params: { id } }),
    onSuccess: (_, { number }) => toast({ type: 'success', message: t('cases.file.released', { number }) }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
    onSettled: changed,
  })
}
