import { ArrowLeft, Download, Printer, ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { Receipt } from '#contract/receipts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useReceiptFileMutation, useReceiptQuery } from './queries.ts'
import { ReceiptStub } from './receipt-stub.tsx'

export interface ReceiptViewProps {
  number: string
  onWithdraw: (order_id: string) => void
}

/** One receipt, with what can be done with it. */
export function ReceiptView({ number, onWithdraw }: ReceiptViewProps) {
  const { t } = useTranslation()
  const { data: receipt, error, isFetching, refetch } = useReceiptQuery(number)
  if (receipt) return <Known receipt={receipt} onWithdraw={onWithdraw} />
  if (!error) {
    return (
      <Loading>
        <Skeleton shape="box" className="mx-auto h-140 max-w-105" />
      </Loading>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState icon={<ReceiptText />} title={t('receipts.missing')} text={t('receipts.missing_text')} />
  }
  return (
    <LoadFailure
      title={t('receipts.failed')}
      error={error}
      retry={t('receipts.try_again')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function Known({ receipt, onWithdraw }: { receipt: Receipt; onWithdraw: (order_id: string) => void }) {
  const { t } = useTranslation()
  const file = useReceiptFileMutation(receipt.number)
  const withdrawalText = useWithdrawalText(receipt)
  return (
    <>
      <ReceiptStub receipt={receipt} />
      <div className="mt-5.5 flex flex-wrap justify-center gap-3 print:hidden">
        <Button variant="secondary" size="sm" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('receipts.print')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('receipts.download')}
        </Button>
      </div>
      {receipt.kind === 'receipt' && (
        <p className="mt-3 text-center print:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            className="text-link min-h-11 text-label"
            onClick={() => onWithdraw(receipt.order_id)}
          >
            {withdrawalText ?? t('receipts.withdraw')}
          </button>
        </p>
      )}
    </>
  )
}

/** How a withdrawal from the purchase stands; the dialog has the answer of staff. */
function useWithdrawalText({ withdrawal }: Receipt): string | undefined {
  const { t, language } = useTranslation()
  if (withdrawal === null) return undefined
  const { asked_at, declined_at } = withdrawal
  return declined_at === null
    ? t('receipts.withdrawal_waits', { date: dateText(asked_at, language, 'day_month') })
    : t('receipts.withdrawal_declined', { date: dateText(declined_at, language, 'day_month') })
}

/** Leads from a receipt to all of them, on phones. */
export function BackToReceipts() {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.receipts}
      className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold lg:hidden print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-icon-md" />
      {t('receipts.back')}
    </Link>
  )
}
