import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Notice } from '#contract/notices.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'
import { useNoticesQuery, useReadNoticesMutation } from './notice-queries.ts'
import { NoticeRow, ROW } from './notice-row.tsx'

/** One's notices, newest first, without an end. To have them in front of oneself is to have read them. */
export function NoticeList({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  const query = useNoticesQuery()
  const { notices } = query
  const news = useNews(notices)
  useReadOnSight(notices, query.unread)
  const rows = useRef<HTMLUListElement>(null)
  const now = useNow()
  return (
    <PagedList
      query={query}
      count={notices.length}
      list={rows}
      focusable="li"
      skeleton={<NoticeSkeleton />}
      empty={<EmptyState icon={<Bell />} title={t('notices.empty')} text={t('notices.empty_text')} />}
      words={{ failed: t('notices.failed'), retry: t('notices.try_again'), more: t('notices.more') }}
      failure={{ saysWhy: false }}
      endClassName="pt-6"
    >
      <ul ref={rows} aria-label={t('notices.title')} className="border-t border-line">
        {notices.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            isNew={!notice.read || news.has(notice.id)}
            now={now}
            user_id={user_id}
          />
        ))}
      </ul>
    </PagedList>
  )
}

/** Those that were new at some time of this visit: they stay marked until one leaves. */
function useNews(notices: Notice[]): ReadonlySet<string> {
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unread = notices.filter((notice) => !notice.read).map(({ id }) => id)
    if (unread.length > 0) setNews((known) => new Set([...known, ...unread]))
  }, [notices])
  return news
}

/** Once they are on the screen, and not in a tab that nobody sees. */
function useReadOnSight(notices: Notice[], unread: number): void {
  const { mutate } = useReadNoticesMutation()
  const isHidden = useTabHidden()
  const newest = notices[0]?.id
  useEffect(() => {
    if (newest !== undefined && unread > 0 && !isHidden) mutate(newest)
  }, [mutate, newest, unread, isHidden])
}

const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3']

/** The shape of the list that comes. */
function NoticeSkeleton() {
  return (
    <Loading className="block">
      {WIDTHS.map((width) => (
        <div key={width} className={ROW}>
          <Skeleton shape="circle" className="size-11" />
          <div className="flex flex-col gap-3 pt-1.5">
            <Skeleton shape="line" className="w-24" />
            <Skeleton shape="line" className={width} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
