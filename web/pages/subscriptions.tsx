import { TicketLists } from '#web/features/subscriptions/ticket-lists.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

export function SubscriptionsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('subscriptions.title')}>
      <TicketLists />
    </Page>
  )
}
