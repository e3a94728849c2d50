import { useSells } from '#web/features/accounts/queries.ts'
import { useWithdrawDialog } from '#web/features/payments/withdraw.tsx'
import { TicketLists } from '#web/features/subscriptions/ticket-lists.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'
import { SubscriptionTabs } from './subscription-tabs.tsx'

export function SubscriptionsPage() {
  const { t } = useTranslation()
  const sells = useSells()
  const { dialog, withdraw } = useWithdrawDialog()
  return (
    <Page title={t('subscriptions.title')}>
      {sells && <SubscriptionTabs current="tickets" />}
      <TicketLists onWithdraw={withdraw} />
      {dialog}
    </Page>
  )
}
