import { lazy, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { NoConversationOpen } from '#web/features/conversations/inbox/conversation-list.tsx'
import { ConversationListHead, useListShown } from '#web/features/conversations/inbox/conversation-list-head.tsx'
import { useInbox } from '#web/features/conversations/inbox/inbox.ts'
import { useOpenedConversation } from '#web/features/conversations/inbox/inbox-address.ts'
import { OwnConversations } from '#web/features/conversations/inbox/own-conversations.tsx'
import { EVERYTHING } from '#web/features/conversations/list-queries.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace, useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { cx } from '#web/ui/cx.ts'

/** Code splitting: only creators receive conversations. */
const ReceivedConversations = lazy(async () => {
  const [{ ReceivedConversations }] = await withChunkTimeout(
    Promise.all([import('#web/features/conversations/desk/received-conversations.tsx'), loadNamespace('fan-cards')]),
  )
  return { default: ReceivedConversations }
})

/**
 * Layout route around the lists and the threads. From 1024 px both are side by side and scroll separately; below, one is
 * shown at a time. The list stays mounted between conversations, and keeps its scroll position, filter and search.
 */
export function ConversationsFrame() {
  const viewer = useUser()
  return viewer.status === 'member' && <Panes user={viewer.user} />
}

function Panes({ user }: { user: User }) {
  const { t } = useTranslation()
  const hasProfile = user.profile_id !== null
  useInbox({ user_id: user.id, hasProfile })
  const isThread = useOpenedConversation() !== null
  const [wanted, setWanted] = useState(EVERYTHING)
  const [search, setSearch] = useState('')
  const list = useListShown({ viewer_id: user.id, hasProfile })
  const title = list === 'own' ? t('conversations.title') : t('conversations.received_title')

  return (
    <div className="flex flex-1 flex-col lg:grid lg:h-[calc(100dvh-72px)] lg:flex-none lg:grid-cols-[392px_minmax(0,1fr)]">
      <section
        aria-label={title}
        className={cx(
          'mx-auto w-full max-w-column pb-6 lg:max-w-none lg:overflow-y-auto lg:overscroll-contain lg:border-r lg:border-line',
          isThread && 'max-lg:hidden',
        )}
      >
        <ConversationListHead
          heading={isThread ? 'h2' : 'h1'}
          title={title}
          list={list}
          isThread={isThread}
          hasProfile={hasProfile}
        />
        {list === 'own' ? (
          <OwnConversations viewer_id={user.id} label={title} search={search} onSearch={setSearch} />
        ) : (
          <Suspense fallback={null}>
            <ReceivedConversations viewer_id={user.id} label={title} wanted={wanted} onChange={setWanted} />
          </Suspense>
        )}
      </section>
      <div className={cx('min-w-0', !isThread && 'max-lg:hidden')}>
        <Outlet />
      </div>
    </div>
  )
}

/** The frame shows the list; the place of the thread says that none is selected. */
export function ConversationsPage() {
  const { t } = useTranslation()
  usePageTitle(t('conversations.title'))
  return <NoConversationOpen list="own" />
}

export function ConversationsReceivedPage() {
  const { t } = useTranslation()
  usePageTitle(t('conversations.received_title'))
  return <NoConversationOpen list="received" />
}
