import { useQueryClient } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import type { ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import type { Decision } from './queries.ts'
import { ReportedCard } from './reported-card.tsx'

export interface Judge {
  id: string
  /** Moderators dismiss reports; only an admin deletes. */
  mayRemove: boolean
  onDecide: (post: ReportedPost, decision: Decision) => void
}

/** A post that waits to be judged, and what this member of staff may decide. */
export function WaitingPost({ post, judge }: { post: ReportedPost; judge: Judge }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isOwn = post.profile_id === judge.id
  // A post that waits has its picture. It is left out only for whoever is the only one to report it.
  const isClosed = post.file === null
  const actions = [
    judge.mayRemove && (
      <Button
        key="remove"
        variant="danger-outline"
        size="sm"
        icon={<Trash2 aria-hidden="true" />}
        className="one-line"
        onClick={() => judge.onDecide(post, 'remove')}
      >
        {t('admin.reports_page.delete')}
      </Button>
    ),
    !isOwn && (
      <Button
        key="dismiss"
        variant="secondary"
        size="sm"
        icon={<Check aria-hidden="true" />}
        className="one-line"
        onClick={() => judge.onDecide(post, 'dismiss')}
      >
        {t('admin.reports_page.dismiss')}
      </Button>
    ),
  ].filter(Boolean)
  return (
    <ReportedCard
      post={post}
      isOpen
      // Somebody else has just judged it: then it waits no more.
      onDenied={() => void client.invalidateQueries({ queryKey: queryKeys.reports })}
      actions={actions.length > 0 && actions}
    >
      {isOwn && <p className="border-t border-line pt-2.5 text-small text-mute">{t('admin.reports_page.own')}</p>}
      {isClosed && (
        <p className="border-t border-line pt-2.5 text-small text-mute">{t('admin.reports_page.own_report')}</p>
      )}
    </ReportedCard>
  )
}
