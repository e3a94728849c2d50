import { Hourglass, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStoriesQuery } from '#web/features/stories/queries.ts'
import type { StoriesOf } from '#web/features/stories/stories-cache.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { useOverlayTitle } from '#web/ui/overlays/use-overlay-title.ts'
import { Viewer } from '#web/ui/overlays/viewer.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StoryShow } from './story-show.tsx'

export interface StoryViewerProps {
  open: boolean
  onClose: () => void
  /** The list that is played. */
  of: StoriesOf
  /** The story that the URL names. */
  id: string | null
  viewer_id: string
  onMove: (id: string) => void
}

/** The full-screen story viewer. It imports Base UI: open it through StoryOverlay, which loads it lazily. */
export function StoryViewer({ open, onClose, ...rest }: StoryViewerProps) {
  const { t } = useTranslation()
  return (
    <Viewer
      open={open}
      onClose={onClose}
      title={t('stories.title')}
      focusesItself
      className="on-picture text-ivory [color-scheme:dark]"
    >
      {open && <ViewerContent {...rest} onClose={onClose} />}
    </Viewer>
  )
}

/** Loads the list and starts the player. Once started, the player stays, even if its first story expires or is deleted. */
function ViewerContent({ of, id, viewer_id, onMove, onClose }: Omit<StoryViewerProps, 'open'>) {
  const { t } = useTranslation()
  const list = useStoriesQuery(of)
  const [first, setFirst] = useState<string | null>(null)
  const named = list.stories.find((story) => story.id === id)
  if (first === null && named) setFirst(id)
  useOverlayTitle(named ? t('stories.title_of', { name: named.profile.user.username }) : t('stories.title'))

  if (first !== null) return <StoryShow {...{ list, first, viewer_id, onMove, onClose }} />
  if (list.isFetching) return <Loading onClose={onClose} />
  if (list.isError) {
    return (
      <Message
        icon={<WifiOff />}
        title={t('stories.failed')}
        action={
          <Button variant="ivory" onClick={() => void list.refetch()}>
            {t('stories.try_again')}
          </Button>
        }
        onClose={onClose}
      />
    )
  }
  return <Message icon={<Hourglass />} title={t('stories.none')} text={t('stories.none_text')} onClose={onClose} />
}

function Loading({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="absolute inset-0 grid place-content-center justify-items-center gap-6">
      <span className="sr-only">{t('ui.loading')}</span>
      <Spinner size="lg" />
      <Button variant="ghost-light" onClick={onClose}>
        {t('stories.close')}
      </Button>
    </div>
  )
}

interface MessageProps {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
  onClose: () => void
}

/** The empty state and the error state. */
function Message({ icon, title, text, action, onClose }: MessageProps) {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center p-6 text-center">
      <Arch className="mb-6.5 grid w-30 place-items-center border border-night-line bg-night-surface text-night-brass [&>svg]:size-icon-4xl [&>svg]:stroke-hair">
        {icon}
      </Arch>
      <h2 className="t1">{title}</h2>
      {text && <p className="mt-2 text-night-soft">{text}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {action}
        <Button variant="ghost-light" onClick={onClose}>
          {t('stories.close')}
        </Button>
      </div>
    </div>
  )
}
