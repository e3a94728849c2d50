import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Notice } from '#contract/notices.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { useFocusOnMore } from '#web/ui/use-focus-on-more.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'
import { useNotices, useReadNotices } from './notice-queries.ts'
import { NoticeRow } from './notice-row.tsx'
import { NoticeSkeleton } from './notice-skeleton.tsx'

const AHEAD_PX = 800

/** One's notices, newest first, without an end. To have them in front of oneself is to have read them. */
export function NoticeList({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  const { notices, unread, isPending, isLoadingError, isRefetching, refetch, ...more } = useNotices()
  const news = useNews(notices)
  useReadOnSight(notices, unread)
  const rows = useRef<HTMLUListElement>(null)
  const now = useNow()
  const awaitMore = useFocusOnMore(notices.length, (place) => rows.current?.querySelectorAll('li')[place])

  if (isPending) return <NoticeSkeleton />
  if (isLoadingError) {
    return (
      <LoadFailure
        title={t('notices.failed')}
        retry={t('notices.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (notices.length === 0) {
    return <EmptyState icon={<Bell />} title={t('notices.empty')} text={t('notices.empty_text')} />
  }
  return (
    <>
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
      <ListEnd
        {...more}
        words={{ more: t('notices.more'), failed: t('notices.failed'), retry: t('notices.try_again') }}
        ahead_px={AHEAD_PX}
        size="sm"
        className="flex flex-col items-center gap-4 pt-6"
        onAsked={awaitMore}
      />
    </>
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
  const { mutate } = useReadNotices()
  const isHidden = useTabHidden()
  const newest = notices[0]?.id
  useEffect(() => {
    if (newest !== undefined && unread > 0 && !isHidden) mutate(newest)
  }, [mutate, newest, unread, isHidden])
}
