import { MessageCircle, MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { ListName } from './conversation-list-cache.ts'
import { ConversationListRow } from './conversation-list-row.tsx'
import { ConversationListSkeleton } from './conversation-list-skeleton.tsx'
import { useConversations } from './list-queries.ts'

const AHEAD_PX = 800
/** Those that a window shows at once. */
const FIRST_ROWS = 10

export interface ConversationListProps {
  list: ListName
  viewer_id: string
  /** What it is called on the page. */
  label: string
}

/** Conversations, the latest first, without an end. */
export function ConversationList({ list, viewer_id, label }: ConversationListProps) {
  const { t } = useTranslation()
  const { conversations, isPending, isLoadingError, isRefetching, refetch, ...more } = useConversations(list)
  const rows = useRef<HTMLUListElement>(null)
  const now = useNow()
  const awaitMore = useFocusOnMore(conversations.length, (place) => rows.current?.querySelectorAll('a')[place])

  if (isPending) return <ConversationListSkeleton />
  if (isLoadingError) {
    return (
      <LoadFailure
        look="bare"
        title={t('conversations.failed')}
        retry={t('conversations.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (conversations.length === 0) {
    return (
      <EmptyState
        look="bare"
        icon={list === 'own' ? <MessageCircle /> : <MessagesSquare />}
        title={t('conversations.empty')}
        text={list === 'own' ? t('conversations.empty_text') : t('conversations.received_empty_text')}
        action={list === 'own' && <FindCreators />}
      />
    )
  }
  return (
    <>
      <ul ref={rows} aria-label={label} className="py-2">
        {conversations.map((conversation, index) => (
          <ConversationListRow
            key={conversation.id}
            isFarDown={index >= FIRST_ROWS}
            conversation={conversation}
            viewer_id={viewer_id}
            now={now}
          />
        ))}
      </ul>
      <ListEnd
        {...more}
        words={{
          more: t('conversations.more'),
          failed: t('conversations.failed'),
          retry: t('conversations.try_again'),
        }}
        ahead_px={AHEAD_PX}
        size="sm"
        className="flex flex-col items-center gap-4 px-4 pt-3 pb-8"
        onAsked={awaitMore}
      />
    </>
  )
}
