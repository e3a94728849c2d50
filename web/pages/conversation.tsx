import { MessageCircle } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from './page.tsx'

export function ConversationPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('conversations.title')} isTitleHidden>
      <EmptyState
        icon={<MessageCircle />}
        title={t('thread.not_found')}
        action={
          <ButtonLink to={paths.conversations} variant="secondary" size="sm">
            {t('thread.go_back')}
          </ButtonLink>
        }
      />
    </Page>
  )
}
