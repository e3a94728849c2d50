import { useUser } from '#web/features/accounts/queries.ts'
import { MessageButton } from '#web/features/conversations/compose/message-button.tsx'
import { authorOf } from '#web/features/posts/author-of.ts'
import { Feed, useFeedFocus } from '#web/features/posts/feed/feed.tsx'
import { PostLightbox } from '#web/features/posts/lightbox/post-lightbox.tsx'
import { useOwnPostDialogs } from '#web/features/posts/publish/own-post-dialogs.tsx'
import { useStoryRings } from '#web/features/stories/strip/story-ring.tsx'
import { StoryStrip } from '#web/features/stories/strip/story-strip.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Page } from './page.tsx'

export function HomePage() {
  const { t } = useTranslation()
  const viewer = useUser()
  const { edit, remove, dialogs } = useOwnPostDialogs(useFeedFocus())
  const ringOf = useStoryRings()
  if (viewer.status !== 'member') return null
  const { id } = viewer.user
  return (
    <Page title={t('posts.feed.title')} isTitleHidden>
      <StoryStrip user={viewer.user} />
      <Feed
        viewer_id={id}
        ringOf={({ profile_id }) => ringOf(profile_id)}
        message={(post) => <MessageButton look="icon" creator={authorOf(post)} />}
        onEdit={edit}
        onDelete={remove}
      />
      <PostLightbox
        viewer_id={id}
        ringOf={ringOf}
        message={(post) => <MessageButton look="wide" creator={authorOf(post)} />}
      />
      {dialogs}
    </Page>
  )
}
