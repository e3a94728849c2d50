import { Search } from 'lucide-react'
import { useConversationsQuery, useOwnSearchQuery } from '#web/features/conversations/list-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ConversationList, type ConversationListProps } from './conversation-list.tsx'
import { InboxSearch } from './inbox-search.tsx'

export interface OwnConversationsProps extends Pick<ConversationListProps, 'viewer_id' | 'label'> {
  search: string
  onSearch: (search: string) => void
}

/** The conversations that a fan started, with a search if there are any. */
export function OwnConversations({ viewer_id, label, search, onSearch }: OwnConversationsProps) {
  const { t } = useTranslation()
  const all = useConversationsQuery('own')
  const query = useOwnSearchQuery(search)
  const words = {
    label: t('conversations.finding.search'),
    placeholder: t('conversations.finding.placeholder'),
    clear: t('conversations.finding.clear'),
  }
  return (
    <>
      {all.conversations.length > 0 && (
        <div className="border-b border-line px-4 py-3.5 lg:px-5">
          <InboxSearch search={search} onSearch={onSearch} words={words} />
        </div>
      )}
      <div
        aria-busy={query.isPlaceholderData}
        className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        <ConversationList
          list="own"
          query={query}
          viewer_id={viewer_id}
          label={label}
          empty={
            search !== '' && (
              <EmptyState
                look="bare"
                icon={<Search />}
                title={t('conversations.finding.nothing_found')}
                text={t('conversations.finding.nothing_found_text')}
              />
            )
          }
        />
      </div>
    </>
  )
}
