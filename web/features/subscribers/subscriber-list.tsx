import { Download, MessageCircle, Users } from 'lucide-react'
import { useRef } from 'react'
import { generatePath, Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { Subscriber } from '#contract/subscribers.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/ui/forms/filter-bar.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useSubscribersFileMutation, useSubscribersQuery } from './queries.ts'

const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1.6fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_minmax(0,1.4fr)_minmax(0,.9fr)] md:items-center md:gap-x-4'
const SEARCH = {
  filterIn: (query: string) => ({ search: new URLSearchParams(query).get('search')?.trim() ?? '' }),
  queryOf: ({ search }: { search: string }) => (search === '' ? '' : `?${new URLSearchParams({ search })}`),
}

/** Who subscribes, since when, until when, with what ticket, and the way to the messages with them. */
export function SubscriberList() {
  const { t } = useTranslation()
  const { filter, change } = useFilterAddress(SEARCH)
  const list = useSubscribersQuery(filter.search)
  const file = useSubscribersFileMutation()
  const rows = useRef<HTMLUListElement>(null)
  return (
    <>
      <FilterBar
        label={t('broadcasts.subscribers.search')}
        clearLabel={t('broadcasts.subscribers.clear_search')}
        search={filter.search}
        onSearch={(search) => change({ search }, { replace: true })}
      >
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" />}
          loading={file.isPending}
          onClick={() => file.mutate(filter.search)}
        >
          {t('broadcasts.subscribers.download')}
        </Button>
      </FilterBar>
      <p role="status" className="cue mb-3">
        {list.total !== undefined && t('broadcasts.subscribers.count', { count: list.total })}
      </p>
      <PagedList
        query={list}
        count={list.subscribers.length}
        list={rows}
        focusable=":scope > li"
        skeleton={<SubscribersSkeleton />}
        empty={
          <EmptyState
            icon={<Users />}
            title={t('broadcasts.subscribers.none')}
            text={t(filter.search === '' ? 'broadcasts.subscribers.none_text' : 'broadcasts.subscribers.none_found')}
          />
        }
        words={{
          failed: t('broadcasts.subscribers.failed'),
          retry: t('broadcasts.subscribers.retry'),
          more: t('broadcasts.subscribers.more'),
        }}
        endClassName="pt-6"
      >
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          {/* Each row says by itself what its parts are. */}
          <p
            aria-hidden="true"
            className={cx('border-b border-line bg-sunken px-5.5 py-2.5 text-small text-mute max-md:hidden', COLUMNS)}
          >
            {(['name', 'since', 'until', 'kind', 'messages'] as const).map((column) => (
              <span key={column}>{t(`broadcasts.subscribers.${column}`)}</span>
            ))}
          </p>
          <ul
            ref={rows}
            aria-label={t('broadcasts.subscribers.title')}
            aria-busy={list.isPlaceholderData}
            className={cx('transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            {list.subscribers.map((subscriber) => (
              <Row key={subscriber.id} subscriber={subscriber} />
            ))}
          </ul>
        </div>
      </PagedList>
    </>
  )
}

function Row({ subscriber }: { subscriber: Subscriber }) {
  const { t, language } = useTranslation()
  const { username, since, until, kind, renews, messages, conversation_id } = subscriber
  const day = (time: string) => <time dateTime={time}>{dateText(time, language, 'day_year_short')}</time>
  return (
    <li
      tabIndex={-1}
      className={cx(
        'ring-inside flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4.5 py-3 last:border-b-0 md:px-5.5',
        COLUMNS,
      )}
    >
      <p className="min-w-0 font-semibold wrap-anywhere max-md:basis-full">{username}</p>
      <p className="text-small text-soft">
        <span className="text-mute md:sr-only">{t('broadcasts.subscribers.since')} </span>
        {day(since)}
      </p>
      <p className="text-small text-soft">
        <span className="text-mute md:sr-only">{t('broadcasts.subscribers.until')} </span>
        {day(until)}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
        <Pill colour={kind === 'granted' ? 'brass' : 'neutral'}>{t(`broadcasts.subscribers.kinds.${kind}`)}</Pill>
        {renews && <span className="text-mute">{t('broadcasts.subscribers.renews')}</span>}
      </p>
      <p className="max-md:ml-auto">
        {conversation_id === null ? (
          <span className="text-small text-mute">
            {t('broadcasts.subscribers.messages_count', { count: messages })}
          </span>
        ) : (
          <Link
            to={generatePath(paths.conversation, { id: conversation_id })}
            className="-my-1 inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-garnet-ink hover:underline [&>svg]:size-icon-md [&>svg]:stroke-icon"
          >
            <MessageCircle aria-hidden="true" />
            <span aria-hidden="true" className="num">
              {messages.toLocaleString(language)}
            </span>
            <span className="sr-only">
              {t('broadcasts.subscribers.open_thread', { name: username })},{' '}
              {t('broadcasts.subscribers.messages_count', { count: messages })}
            </span>
          </Link>
        )}
      </p>
    </li>
  )
}

function SubscribersSkeleton() {
  return (
    <Loading className="block overflow-hidden rounded-card border border-line bg-surface">
      {['w-44', 'w-36', 'w-52', 'w-40', 'w-32'].map((width) => (
        <div key={width} className="flex h-16 items-center border-b border-line px-5.5 last:border-b-0">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="ml-auto w-20" />
        </div>
      ))}
    </Loading>
  )
}
