import { useQuery } from '@tanstack/react-query'
import { type ListedMonthlyStatement, monthly_statements } from '#contract/monthly-statements.ts'
import { call } from '#web/lib/api.ts'
import { download, downloadPdf } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** A statement in the list. Its number is its id. */
export type StatementRow = ListedMonthlyStatement & { id: string }

/** Infinite query: the creator's statements, newest first. */
export function useStatementsQuery() {
  const query = usePagedQuery({
    queryKey: queryKeys.statements,
    fetchRows: async (query, options): Promise<StatementRow[]> => {
      const rows = await call(monthly_statements.list_monthly_statements, { query }, options)
      return rows.map((row) => ({ ...row, id: row.number }))
    },
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** One statement. It never changes. */
export function useStatementQuery(number: string) {
  return useQuery({
    queryKey: [...queryKeys.statements, number],
    queryFn: ({ signal }) =>
      call(monthly_statements.get_monthly_statement, { params: { number }, query: {} }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Downloads a statement as a file. */
export function useStatementFileMutation(number: string, format: 'pdf' | 'csv') {
  const { t } = useTranslation()
  const { get_monthly_statement } = monthly_statements
  const name = `loge-${number}`
  return useSingleMutation({
    mutationFn: () =>
      format === 'pdf'
        ? downloadPdf(get_monthly_statement, { number }, name)
        : download(get_monthly_statement, { params: { number }, query: { format } }, `${name}.csv`),
    onError: (error) =>
      toast({ type: 'error', message: t('monthly_statements.download_failed', { reason: errorText(error) }) }),
  })
}
