import { useParams } from 'react-router'
import { useWithdrawDialog } from '#web/features/payments/withdraw.tsx'
import { useReceiptsQuery } from '#web/features/receipts/queries.ts'
import { ReceiptList } from '#web/features/receipts/receipt-list.tsx'
import { BackToReceipts, ReceiptView } from '#web/features/receipts/receipt-view.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { cx } from '#web/ui/cx.ts'
import { useWideWindow } from '#web/ui/use-media-query.ts'
import { SubscriptionTabs } from './subscription-tabs.tsx'

/** The receipts with one of them beside the list; in narrow windows the list, or one receipt. Only the receipt is printed. */
export function ReceiptsPage() {
  const { t } = useTranslation()
  const { number } = useParams()
  const query = useReceiptsQuery()
  const { dialog, withdraw } = useWithdrawDialog()
  const isWide = useWideWindow()
  usePageTitle(number === undefined ? t('receipts.list') : `${t('receipts.receipt')} ${number}`)
  // Beside the list there is always one.
  const shown = number ?? (isWide ? query.rows[0]?.number : undefined)
  const hiddenOnPhones = number !== undefined && 'max-lg:hidden'
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 py-7 md:px-8 md:py-12 print:p-0">
      <h1 className={cx('d-l mb-7 md:mb-10 print:hidden', number !== undefined && 'max-lg:sr-only')}>
        {t('subscriptions.title')}
      </h1>
      <SubscriptionTabs current="receipts" className={cx('print:hidden', hiddenOnPhones)} />
      {number !== undefined && <BackToReceipts />}
      <div className="gap-16 lg:flex lg:items-start print:block">
        <div className={cx('min-w-0 flex-1 print:hidden', hiddenOnPhones)}>
          <ReceiptList query={query} current={shown} />
        </div>
        {shown !== undefined && (
          <div className="min-w-0 lg:w-105">
            <ReceiptView key={shown} number={shown} onWithdraw={withdraw} />
          </div>
        )}
      </div>
      {dialog}
    </div>
  )
}
