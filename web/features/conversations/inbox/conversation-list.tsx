import { MessageCircle, MessagesSquare } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ListName } from '#web/features/conversations/conversation-list-cache.ts'
import { useConversationsQuery } from '#web/features/conversations/list-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FindCreators } from '#web/ui/find-creators.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ConversationListRow, ROW } from './conversation-list-row.tsx'

/** About as many rows as a window shows; their portraits are loaded eagerly. */
const FIRST_ROWS = 10

export interface ConversationListProps {
  list: ListName
  query: ReturnType<typeof useConversationsQuery>
  /** Shown if there are none; by default what is said before the first one. */
  empty?: ReactNode
  viewer_id: string
  /** The accessible name of the list. */
  label: string
}

/** Infinite list of conversations, latest first. */
export function ConversationList({ list, query, empty, viewer_id, label }: ConversationListProps) {
  const { t } = useTranslation()
  const rows = useRef<HTMLUListElement>(null)
  return (
    <PagedList
      query={query}
      count={query.conversations.length}
      list={rows}
      focusable="a"
      skeleton={<ConversationListSkeleton />}
      empty={
        empty || (
          <EmptyState
            look="bare"
            icon={list === 'own' ? <MessageCircle /> : <MessagesSquare />}
            title={t('conversations.empty')}
            text={list === 'own' ? t('conversations.empty_text') : t('conversations.received_empty_text')}
            action={list === 'own' && <FindCreators />}
          />
        )
      }
      words={{
        failed: t('conversations.failed'),
        retry: t('conversations.try_again'),
        more: t('conversations.more'),
      }}
      failure={{ look: 'bare', saysWhy: false }}
      endClassName="px-4 pt-3 pb-8"
    >
      <ul ref={rows} aria-label={label} className="py-2">
        {query.conversations.map((conversation, index) => (
          <ConversationListRow
            key={conversation.id}
            isFarDown={index >= FIRST_ROWS}
            conversation={conversation}
            viewer_id={viewer_id}
          />
        ))}
      </ul>
    </PagedList>
  )
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-2/3']

/** Skeleton of the list. */
function ConversationListSkeleton() {
  return (
    <Loading className="block py-2">
      {WIDTHS.map((width) => (
        <div key={width} className={ROW}>
          <Skeleton shape="circle" className="size-13" />
          <div className="flex flex-col gap-2.5">
            <Skeleton shape="line" className="w-2/5" />
            <Skeleton shape="line" className={width} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** Empty state beside the list while no conversation is open. */
export function NoConversationOpen({ list }: { list: ListName }) {
  const { t } = useTranslation()
  const { conversations, isSuccess } = useConversationsQuery(list)
  if (!isSuccess) return null
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        look="bare"
        icon={<MessageCircle />}
        title={t('conversations.choose')}
        text={conversations.length === 0 ? t('conversations.none_to_choose') : t('conversations.choose_text')}
      />
    </div>
  )
}
