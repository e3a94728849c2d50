import { Ticket, TicketX } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function SubscriptionsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('subscriptions.title')}>
      <h2 className="cue mb-4">{t('subscriptions.ongoing')}</h2>
      <EmptyState
        heading="h3"
        icon={<Ticket />}
        title={t('subscriptions.no_ongoing')}
        text={t('subscriptions.no_ongoing_text')}
      />
      <h2 className="cue mt-9 mb-4">{t('subscriptions.past')}</h2>
      <EmptyState
        heading="h3"
        icon={<TicketX />}
        title={t('subscriptions.no_past')}
        text={t('subscriptions.no_past_text')}
      />
    </Page>
  )
}
