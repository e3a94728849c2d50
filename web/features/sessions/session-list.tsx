import { Monitor } from 'lucide-react'
import { useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Session } from '#contract/sessions.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { timeAgo } from '#web/lib/time-ago.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useEndSessionMutation, useSessionsQuery } from './queries.ts'

const LazyEndSessionsDialog = lazyOverlay(async () => (await import('./end-sessions-dialog.tsx')).EndSessionsDialog)

/** The member's sessions, this device first. */
export function SessionList() {
  const { t } = useTranslation()
  const { data: sessions, isLoadingError, error, isRefetching, refetch } = useSessionsQuery()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const now = useNow()

  if (isLoadingError) {
    return (
      <LoadFailure
        heading="h3"
        title={t('sessions.failed')}
        error={error}
        retry={t('sessions.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (!sessions) return <SessionSkeleton />
  return (
    <>
      {/* The pressed button disappears with its row, so the list gets the focus. */}
      <ul ref={list} tabIndex={-1} aria-label={t('sessions.title')} className="-mt-4 outline-offset-4">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="danger-outline" className="mt-5" onClick={() => setDialogOpen(true)}>
          {t('sessions.end_others')}
        </Button>
      )}
      <LazyEndSessionsDialog open={isDialogOpen} onClose={() => setDialogOpen(false)} focusAfter={() => list.current} />
    </>
  )
}

function SessionRow({ session, now, onEnded }: { session: Session; now: number; onEnded: () => void }) {
  const { t } = useTranslation()
  const end = useEndSessionMutation()
  return (
    <li className="flex items-center gap-4 border-b border-line py-4 last:border-b-0">
      <span aria-hidden="true" className="grid size-11 flex-none place-items-center rounded-full bg-sunken text-soft">
        <Monitor className="size-5 stroke-icon" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {session.device}
          {session.is_current && <Pill colour="ok">{t('sessions.this_device')}</Pill>}
        </p>
        <p className="mt-0.5 text-small text-mute">
          <LastUsed at={session.last_used_at} now={now} />
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="secondary"
          size="sm"
          loading={end.isPending}
          onClick={() => end.mutate(session.id, { onSuccess: onEnded })}
        >
          {t('sessions.end')}
          <span className="sr-only"> {session.device}</span>
        </Button>
      )}
    </li>
  )
}

function LastUsed({ at, now }: { at: string; now: number }) {
  const { t, language } = useTranslation()
  const ago = timeAgo(at, now)
  return (
    <time dateTime={at} title={dateText(at, language, 'moment')}>
      {ago.unit === 'now' ? t('sessions.just_now') : t(`sessions.${ago.unit}_ago`, { count: ago.count })}
    </time>
  )
}

/** Not announced to screen readers, because the page around it is already there. */
function SessionSkeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4">
      <Skeleton shape="circle" className="size-11 flex-none" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton shape="line" className="w-40" />
        <Skeleton shape="line" className="w-28" />
      </div>
    </div>
  )
}
