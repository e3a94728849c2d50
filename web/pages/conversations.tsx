import { MessageCircle } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function ConversationsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('conversations.title')}>
      <EmptyState icon={<MessageCircle />} title={t('conversations.empty')} text={t('conversations.empty_text')} />
    </Page>
  )
}
