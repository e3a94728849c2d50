import { MessagesSquare, Search } from 'lucide-react'
import { ConversationList } from '#web/features/conversations/inbox/conversation-list.tsx'
import { InboxSearch } from '#web/features/conversations/inbox/inbox-search.tsx'
import { useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'
import { useReceivedQuery, type Wanted } from '#web/features/conversations/list-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const FILTERS = [null, 'unread', 'subscribers', 'ended', 'unanswered'] as const

export interface ReceivedConversationsProps {
  viewer_id: string
  label: string
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

/** The inbox of a creator: search and filters above the list. */
export function ReceivedConversations({ viewer_id, label, wanted, onChange }: ReceivedConversationsProps) {
  const { t } = useTranslation()
  const query = useReceivedQuery(wanted)
  const isSearch = wanted.search !== ''
  return (
    <>
      <div className="border-b border-line px-4 pt-3.5 pb-3 lg:px-5">
        <InboxSearch
          search={wanted.search}
          onSearch={(search) => onChange({ ...wanted, search })}
          words={{
            label: t('fan_cards.desk.search'),
            placeholder: t('fan_cards.desk.placeholder'),
            clear: t('fan_cards.desk.clear'),
          }}
        />
        <Filters filter={wanted.filter} onChoose={(filter) => onChange({ ...wanted, filter })} />
      </div>
      <div
        aria-busy={query.isPlaceholderData}
        className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
      >
        <ConversationList
          list="received"
          query={query}
          viewer_id={viewer_id}
          label={label}
          empty={
            isSearch ? (
              <EmptyState
                look="bare"
                icon={<Search />}
                title={t('fan_cards.desk.nothing_found')}
                text={t('fan_cards.desk.nothing_found_text')}
              />
            ) : wanted.filter === null ? undefined : (
              <EmptyState
                look="bare"
                icon={<MessagesSquare />}
                title={t('fan_cards.desk.nothing_left')}
                text={t('fan_cards.desk.nothing_left_text')}
              />
            )
          }
        />
      </div>
    </>
  )
}

function Filters({
  filter: chosen,
  onChoose,
}: {
  filter: Wanted['filter']
  onChoose: (filter: Wanted['filter']) => void
}) {
  const { t } = useTranslation()
  const unread = useUnread('received')
  const words = {
    unread: t('fan_cards.desk.unread'),
    unanswered: t('fan_cards.desk.unanswered'),
    subscribers: t('fan_cards.desk.subscribers'),
    ended: t('fan_cards.desk.filter_ended'),
  }
  return (
    // A finger swipes the row; a mouse cannot, so there it wraps.
    <fieldset className="-mx-4 mt-3 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-0.5 lg:-mx-5 lg:px-5 pointer-fine:flex-wrap">
      <legend className="sr-only">{t('fan_cards.desk.filters')}</legend>
      {FILTERS.map((filter) => (
        <Button
          key={filter}
          size="sm"
          variant={filter === chosen ? 'primary' : 'secondary'}
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className="flex-none px-3.5!"
        >
          {filter === null ? t('fan_cards.desk.all') : words[filter]}
          {filter === 'unread' && unread > 0 && (
            <span className={cx('font-medium tabular-nums', filter !== chosen && 'text-mute')}>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Button>
      ))}
    </fieldset>
  )
}
