import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListedReceipt, receipts } from '#contract/receipts.ts'
import { call } from '#web/lib/api.ts'
import { downloadPdf } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** A receipt is known by its number. */
export type ReceiptRow = ListedReceipt & { id: string }

/** Infinite query: one's receipts and credit notes, newest first. */
export function useReceiptsQuery() {
  const query = usePagedQuery({
    queryKey: [...queryKeys.receipts, 'list'],
    fetchRows: async (query, options): Promise<ReceiptRow[]> => {
      const rows = await call(receipts.list_receipts, { query }, options)
      return rows.map((row) => ({ ...row, id: row.number }))
    },
    about: () => ({}),
  })
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return { ...query, rows }
}

/** One receipt. It never changes, but for how a withdrawal stands. */
export function useReceiptQuery(number: string) {
  return useQuery({
    queryKey: [...queryKeys.receipts, number],
    queryFn: ({ signal }) => call(receipts.get_receipt, { params: { number }, query: {} }, { signal }),
  })
}

export function useReceiptFileMutation(number: string) {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: () => downloadPdf(receipts.get_receipt, { number }, `loge-${number}`),
    onError: (error) => toast({ type: 'error', message: t('receipts.download_failed', { reason: errorText(error) }) }),
  })
}
