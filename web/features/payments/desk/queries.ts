import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { payments, type StaffOrder } from '#contract/payments.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { type Pages, rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import type { DeskFilter } from './desk-address.ts'

/** Infinite query: orders, newest first. The former result stays visible while a new filter is loading. */
export function useStaffOrdersQuery({ list, search }: DeskFilter) {
  const username = search.trim()
  const filter = {
    ...(list === 'withdrawals' && { state: 'withdrawal_asked' as const }),
    ...(username !== '' && { username }),
  }
  const query = usePagedQuery({
    queryKey: [...staffKeys.staff_orders, filter],
    fetchRows: (start, options) => call(payments.list_staff_orders, { query: { ...filter, ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** Infinite query: money that was taken and opened nothing, newest first. */
export function useUnappliedPaymentsQuery() {
  const query = usePagedQuery({
    queryKey: staffKeys.unapplied_payments,
    fetchRows: (query, options) => call(payments.list_unapplied_payments, { query }, options),
    about: () => ({}),
  })
  return { ...query, rows: rowsOf(query.data) }
}

/** Refunds an order, whole or in part. */
export function useRefundMutation(order: StaffOrder, onError: (error: Error) => void) {
  const { t } = useTranslation()
  const show = useShowOrder()
  return useSingleMutation({
    mutationFn: (body: { amount?: string; reason: string; after_decline?: boolean }) =>
      call(payments.refund_order, { params: { id: order.id }, body }),
    onSuccess: (refunded) => {
      toast({ type: 'success', message: t('payments.desk.sent') })
      show(refunded)
    },
    onError,
  })
}

/** Declines the withdrawal from an order, with a reason for its fan. */
export function useDeclineMutation(order: StaffOrder, onError: (error: Error) => void) {
  const { t } = useTranslation()
  const show = useShowOrder()
  return useSingleMutation({
    mutationFn: (body: { reason: string }) => call(payments.decline_withdrawal, { params: { id: order.id }, body }),
    onSuccess: (declined) => {
      toast({ type: 'success', message: t('payments.desk.decline_sent') })
      show(declined)
    },
    onError,
  })
}

/** The order stays where it is shown; the other lists are fetched again when they are shown. */
function useShowOrder() {
  const client = useQueryClient()
  const queryKey = staffKeys.staff_orders
  return (order: StaffOrder) => {
    client.setQueriesData<Pages<StaffOrder>>({ queryKey }, (list) => list && withOrder(list, order))
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

function withOrder(list: Pages<StaffOrder>, order: StaffOrder): Pages<StaffOrder> {
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => (row.id === order.id ? order : row)),
  }))
  return { ...list, pages }
}
