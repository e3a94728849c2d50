import { MessageSquareQuote, PanelRight } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import type { ComposerField } from '#web/features/conversations/thread/composer.tsx'
import { Thread } from '#web/features/conversations/thread/thread.tsx'
import { type KnownFan, useFanOf } from '#web/features/conversations/thread-people.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { readItem, writeItem } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { useRoomForThirdColumn } from '#web/ui/use-media-query.ts'

/** Code splitting: only creators have fans. If the panel cannot be loaded, the conversation is there without it. */
const LazyFanPanel = lazy<ComponentType<KnownFan>>(() =>
  withChunkTimeout(Promise.all([import('#web/features/fan-cards/fan-panel.tsx'), loadNamespace('fan-cards')])).then(
    ([{ FanPanel }]) => ({ default: FanPanel }),
    () => ({ default: () => null }),
  ),
)
const LazyFanDrawer = lazyOverlay(async () => {
  const [{ FanDrawer }] = await Promise.all([
    import('#web/features/fan-cards/fan-panel.tsx'),
    loadNamespace('fan-cards'),
  ])
  return FanDrawer
})
const LazySavedReplies = lazyOverlay(async () => {
  const [{ SavedReplies }] = await Promise.all([
    import('#web/features/fan-cards/saved-replies.tsx'),
    loadNamespace('fan-cards'),
  ])
  return SavedReplies
})

const PANEL_KEY = 'fan panel'

/** A thread fills the window, below the header if there is one. Beside it creators have a panel about the fan. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const viewer = useUser()
  if (viewer.status !== 'member') return null
  return <ThreadAndFan key={id} id={id} user_id={viewer.user.id} />
}

function ThreadAndFan({ id, user_id }: { id: string; user_id: string }) {
  const { t } = useTranslation()
  const fan = useFanOf(id, user_id)
  const isWide = useRoomForThirdColumn()
  const [isPanelOpen, setPanelOpen] = useState(() => readItem('localStorage', PANEL_KEY) !== 'closed')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const isOpen = isWide ? isPanelOpen : isDrawerOpen

  function toggle() {
    if (!isWide) return setDrawerOpen(true)
    writeItem('localStorage', PANEL_KEY, isPanelOpen ? 'closed' : 'open')
    setPanelOpen(!isPanelOpen)
  }

  const toggleButton = (
    <IconButton
      label={t('conversations.thread.notes')}
      look={isOpen ? 'filled' : 'plain'}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <PanelRight aria-hidden="true" />
    </IconButton>
  )

  return (
    <div className="flex h-dvh min-w-0 md:h-[calc(100dvh-72px)] low:max-lg:h-dvh!">
      <div className="flex min-w-0 flex-1 flex-col">
        <Thread
          conversation_id={id}
          user_id={user_id}
          {...(fan && { action: toggleButton, tools: (field) => <Replies field={field} /> })}
        />
      </div>
      {fan && isWide && isPanelOpen && (
        <aside
          aria-label={t('conversations.thread.notes')}
          className="w-80 flex-none overflow-y-auto overscroll-contain border-l border-line px-6 py-5.5"
        >
          <Suspense fallback={null}>
            <LazyFanPanel key={fan.username} {...fan} />
          </Suspense>
        </aside>
      )}
      {fan && !isWide && <LazyFanDrawer open={isDrawerOpen} onClose={() => setDrawerOpen(false)} {...fan} />}
    </div>
  )
}

function Replies({ field: { text, insert } }: { field: ComposerField }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('conversations.thread.replies')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="mb-0.75"
      >
        <MessageSquareQuote aria-hidden="true" />
      </IconButton>
      <LazySavedReplies
        open={isOpen}
        onClose={() => setOpen(false)}
        text={text}
        onInsert={(reply) => {
          setOpen(false)
          insert(reply)
        }}
      />
    </>
  )
}
