import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { type PayoutBatch, payouts } from '#contract/payouts.ts'
import { call } from '#web/lib/api.ts'
import { download } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

/** How payouts are made, and what waits. */
export function usePayoutDeskQuery() {
  return useQuery({
    queryKey: staffKeys.payout_desk,
    queryFn: ({ signal }) => call(payouts.get_payout_desk, undefined, { signal }),
  })
}

type Filter = Omit<Input<typeof payouts.list_staff_payouts>['query'], 'cursor'>

/** Infinite query: payouts, newest first. The former result stays visible while a new filter is loading. */
export function useStaffPayoutsQuery(filter: Filter) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.staff_payouts, 'lines', filter],
    fetchRows: (start, options) => call(payouts.list_staff_payouts, { query: { ...filter, ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** Infinite query: batches, newest first. */
export function useBatchesQuery() {
  const query = usePagedQuery({
    queryKey: staffKeys.payout_batches,
    fetchRows: (query, options) => call(payouts.list_payout_batches, { query }, options),
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** One batch. */
export function useBatchQuery(id: string) {
  return useQuery({
    queryKey: [...staffKeys.payout_batches, id],
    queryFn: ({ signal }) => call(payouts.get_payout_batch, { params: { id } }, { signal }),
  })
}

/** Every list and sum of the desk is out of date after a change. */
function useDeskChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: staffKeys.staff_payouts })
}

/** Puts every payout that waits into a new batch. */
export function useCreateBatchMutation(onError: (error: Error) => void) {
  const changed = useDeskChanged()
  return useSingleMutation({
    mutationFn: () => call(payouts.create_payout_batch),
    onSettled: changed,
    onError,
  })
}

/** Says that the bank has the file, or has paid what is left. */
export function useMarkBatchMutation(id: string, onError: (error: Error) => void) {
  const changed = useDeskChanged()
  return useSingleMutation({
    mutationFn: (state: 'sent' | 'paid') => call(payouts.mark_payout_batch, { params: { id }, body: { state } }),
    onSettled: changed,
    onError,
  })
}

interface Ends {
  onSuccess?: () => void
  onError: (error: Error) => void
}

/** Says that one payout was paid, or came back. `onSuccess` is called before the lists are asked again: these may take the button away. */
export function useOutcomeMutation(id: string, { onSuccess, onError }: Ends) {
  const changed = useDeskChanged()
  return useSingleMutation({
    mutationFn: (body: Input<typeof payouts.set_payout_outcome>['body']) =>
      call(payouts.set_payout_outcome, { params: { id }, body }),
    onSuccess: () => onSuccess?.(),
    onSettled: changed,
    onError,
  })
}

/** Downloads the file for the bank. */
export function useBatchFileMutation({ id, number }: Pick<PayoutBatch, 'id' | 'number'>) {
  const { t } = useTranslation()
  const changed = useDeskChanged()
  return useSingleMutation({
    mutationFn: () => download(payouts.get_payout_file, { params: { id } }, `loge-payouts-${number}.xml`),
    onSuccess: changed,
    onError: (error) => toast({ type: 'error', message: t('payouts.desk.file_failed', { reason: errorText(error) }) }),
  })
}

/** Downloads the table of creators for the tax office. */
export function useSellerReportMutation() {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (year: string) =>
      download(payouts.get_seller_report, { params: { year } }, `loge-seller-report-${year}.csv`),
    onError: (error) => toast({ type: 'error', message: t('payouts.desk.file_failed', { reason: errorText(error) }) }),
  })
}
