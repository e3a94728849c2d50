import { useUser } from '#web/features/accounts/queries.ts'
import { MessageButton } from '#web/features/conversations/message-button.tsx'
import { Feed } from '#web/features/posts/feed.tsx'
import { useOwnPostDialogs } from '#web/features/posts/own-post-dialogs.tsx'
import { PostLightbox } from '#web/features/posts/post-lightbox.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Page } from './page.tsx'

export function HomePage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { edit, remove, dialogs } = useOwnPostDialogs()
  if (viewer.status !== 'member') return null
  const { id } = viewer.user
  return (
    <Page title={t('home.title')} isTitleHidden>
      <Feed viewer_id={id} message={() => <MessageButton look="icon" />} onEdit={edit} onDelete={remove} />
      <PostLightbox viewer_id={id} message={() => <MessageButton look="wide" />} />
      {dialogs}
    </Page>
  )
}
