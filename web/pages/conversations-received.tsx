import { MessagesSquare } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function ConversationsReceivedPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('conversations.received_title')}>
      <EmptyState
        icon={<MessagesSquare />}
        title={t('conversations.empty')}
        text={t('conversations.received_empty_text')}
      />
    </Page>
  )
}
