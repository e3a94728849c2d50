import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { generatePath, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { Composer } from '#web/features/posts/composer/composer.tsx'
import { PostEditor } from '#web/features/posts/composer/post-editor.tsx'
import { useDraftQuery, useOwnPostQuery } from '#web/features/posts/composer/queries.ts'
import { Programme } from '#web/features/posts/programme/programme.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Page } from './page.tsx'

function useUsername(): string {
  const viewer = useUser()
  return viewer.status === 'member' ? viewer.user.username : ''
}

/** Composes a new post, or goes on with a draft. */
export function PublishPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { key } = useLocation()
  const navigate = useNavigate()
  const username = useUsername()
  // A new draft gets its own address while it is being written, and stays the same component.
  const [fresh, setFresh] = useState<{ id: string | null; key: string }>({ id: null, key })
  if (id === undefined && fresh.key !== key) setFresh({ id: null, key })

  function moveTo(created: string) {
    setFresh({ ...fresh, id: created })
    void navigate(generatePath(paths.publish_draft, { id: created }), { replace: true })
  }

  if (id !== undefined && id !== fresh.id) return <KeptPage key={id} id={id} username={username} />
  return (
    <Page title={t('drafts.title')}>
      <Composer key={fresh.key} draft={null} username={username} onCreated={moveTo} />
    </Page>
  )
}

/** A draft, or one's own post that is out. */
function KeptPage({ id, username }: { id: string; username: string }) {
  const { t } = useTranslation()
  const draft = useDraftQuery(id)
  const post = useOwnPostQuery(id, { enabled: draft.data === null })
  const isOut = post.data?.username === username
  return (
    <Page title={t(isOut ? 'posts.publish.edit_title' : 'drafts.title')}>
      <Kept username={username} draft={draft} post={post} />
    </Page>
  )
}

interface KeptProps {
  username: string
  draft: ReturnType<typeof useDraftQuery>
  post: ReturnType<typeof useOwnPostQuery>
}

function Kept({ username, draft, post }: KeptProps) {
  const { t } = useTranslation()
  if (draft.data) return <Composer draft={draft.data} username={username} />
  if (post.data?.username === username) return <PostEditor post={post.data} />
  if (post.data !== undefined) {
    return (
      <EmptyState
        icon={<ImagePlus />}
        title={t('drafts.not_here')}
        text={t('drafts.not_here_text')}
        action={
          <ButtonLink to={paths.programme} variant="secondary" size="sm">
            {t('drafts.programme')}
          </ButtonLink>
        }
      />
    )
  }
  const { error, isFetching, refetch } = draft.data === null ? post : draft
  if (!error) {
    return (
      <Loading>
        <Skeleton shape="box" className="h-40" />
      </Loading>
    )
  }
  return (
    <LoadFailure
      title={t('drafts.failed')}
      error={error}
      retry={t('drafts.retry')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

/** The board of a creator's posts. */
export function ProgrammePage() {
  const { t } = useTranslation()
  const username = useUsername()
  return (
    <Page
      title={t('drafts.programme')}
      beside={
        <ButtonLink to={paths.publish} icon={<ImagePlus aria-hidden="true" />}>
          {t('drafts.title')}
        </ButtonLink>
      }
    >
      <Programme username={username} />
    </Page>
  )
}
