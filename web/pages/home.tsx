import { useUser } from '#web/features/accounts/queries.ts'
import { MessageButton } from '#web/features/conversations/message-button.tsx'
import { Feed } from '#web/features/posts/feed.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Page } from './page.tsx'

export function HomePage() {
  const { t } = useTranslation()
  const viewer = useUser()
  return (
    <Page title={t('home.title')} isTitleHidden>
      {viewer.status === 'member' && <Feed viewer_id={viewer.user.id} message={() => <MessageButton look="icon" />} />}
    </Page>
  )
}
