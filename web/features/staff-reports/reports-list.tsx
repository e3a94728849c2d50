import { Flag, Gavel, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { HandledPost } from './handled-post.tsx'
import { useReportPages } from './queries.ts'
import { keyOf, postsIn, type ReportState } from './report-lists.ts'
import { ReportsSkeleton } from './reports-skeleton.tsx'
import { type Judge, WaitingPost } from './waiting-post.tsx'

const AHEAD_PX = 1200

export interface ReportsListProps {
  state: ReportState
  judge: Judge
}

/** Reported posts: what waits to be judged, or what was. */
export function ReportsList({ state, judge }: ReportsListProps) {
  const { t } = useTranslation()
  const { data, isPending, isLoadingError, error, isRefetching, refetch, ...more } = useReportPages(state)
  const list = useRef<HTMLDivElement>(null)
  /** The place of the first post that somebody asked for by pressing the button. */
  const awaited = useRef<number | null>(null)
  const posts = postsIn(data)

  useEffect(() => {
    if (awaited.current === null || posts.length <= awaited.current) return
    list.current?.querySelectorAll<HTMLElement>(':scope > article')[awaited.current]?.focus()
    awaited.current = null
  }, [posts.length])

  if (isPending) return <ReportsSkeleton />
  if (isLoadingError) {
    return (
      <EmptyState
        icon={<WifiOff />}
        title={t('admin.reports_page.failed')}
        text={errorText(error)}
        action={
          <Button variant="secondary" size="sm" loading={isRefetching} onClick={() => void refetch()}>
            {t('admin.reports_page.retry')}
          </Button>
        }
      />
    )
  }
  if (posts.length === 0) {
    return state === 'open' ? (
      <EmptyState icon={<Flag />} title={t('admin.no_reports')} text={t('admin.no_reports_text')} />
    ) : (
      <EmptyState
        icon={<Gavel />}
        title={t('admin.reports_page.no_handled')}
        text={t('admin.reports_page.no_handled_text')}
      />
    )
  }
  return (
    <>
      <div ref={list} className="flex flex-col gap-4">
        {posts.map((post) =>
          post.handled ? (
            <HandledPost key={keyOf(post)} post={post} handled={post.handled} />
          ) : (
            <WaitingPost key={keyOf(post)} post={post} judge={judge} />
          ),
        )}
      </div>
      <ListEnd
        {...more}
        words={{
          more: t('admin.reports_page.more'),
          failed: t('admin.reports_page.more_failed'),
          retry: t('admin.reports_page.retry'),
        }}
        ahead_px={AHEAD_PX}
        className="flex flex-col items-center gap-4 pt-6"
        onAsked={() => {
          awaited.current = posts.length
        }}
      />
    </>
  )
}
