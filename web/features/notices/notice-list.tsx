import { Bell } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Notice } from '#contract/notices.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'
import { useNoticesQuery, useReadNoticesMutation } from './notice-queries.ts'
import { NoticeRow, ROW } from './notice-row.tsx'
import { NoticesHeading } from './notices-heading.tsx'

interface NoticeListProps {
  user_id: string
  /** Shown above the list, once there is something worth hearing. */
  invitation: ReactNode
}

/** Infinite list of the viewer's notices, newest first. Notices are marked as read when they are shown. */
export function NoticeList({ user_id, invitation }: NoticeListProps) {
  const { t } = useTranslation()
  const query = useNoticesQuery()
  const { notices, unread } = query
  const { newIds, forget } = useNewInVisit(notices)
  useMarkAsRead(notices, unread)
  const markAll = useReadNoticesMutation()
  const rows = useRef<HTMLUListElement>(null)
  const now = useNow()

  function endHighlights() {
    markAll.mutate(null, {
      onSuccess: () => {
        forget()
        // The pressed button disappears.
        rows.current?.focus()
      },
      onError: (error) => toast({ type: 'error', message: errorText(error) }),
    })
  }

  return (
    <>
      <NoticesHeading hasNew={unread > 0 || newIds.size > 0} isMarking={markAll.isPending} onMarkAll={endHighlights} />
      {notices.length > 0 && invitation}
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
        <ul ref={rows} tabIndex={-1} aria-label={t('notices.title')} className="outline-offset-4">
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              isNew={!notice.read || newIds.has(notice.id)}
              now={now}
              user_id={user_id}
            />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

/** The notices that were unread at some time during this visit: they stay marked as new until the viewer leaves. */
function useNewInVisit(notices: Notice[]) {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unread = notices.filter((notice) => !notice.read).map(({ id }) => id)
    if (unread.length > 0) setNewIds((known) => new Set([...known, ...unread]))
  }, [notices])
  return { newIds, forget: () => setNewIds(new Set()) }
}

/** Marks the notices as read once they are shown in a visible tab. */
function useMarkAsRead(notices: Notice[], unread: number): void {
  const { mutate } = useReadNoticesMutation()
  const isHidden = useTabHidden()
  const newest = notices[0]?.id
  useEffect(() => {
    if (newest !== undefined && unread > 0 && !isHidden) mutate(newest)
  }, [mutate, newest, unread, isHidden])
}

const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3']

/** Skeleton of the list. */
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
