import { useQueryClient } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import type { ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import type { Decision } from './queries.ts'
import { ReportedCard } from './reported-card.tsx'

export interface Reviewer {
  id: string
  /** Moderators can only dismiss reports; admins can also delete the post. */
  mayRemove: boolean
  onDecide: (post: ReportedPost, decision: Decision) => void
}

/** A post with open reports, and what this member of staff may decide. */
export function OpenPost({ post, reviewer }: { post: ReportedPost; reviewer: Reviewer }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isOwn = post.profile_id === reviewer.id
  // The server leaves the picture out only if this viewer is the only one who reported the post.
  const isOnlyReporter = post.file === null
  const actions = [
    reviewer.mayRemove && (
      <Button
        key="remove"
        variant="danger-outline"
        size="sm"
        icon={<Trash2 aria-hidden="true" />}
        className="one-line"
        onClick={() => reviewer.onDecide(post, 'remove')}
      >
        {t('reports.delete')}
      </Button>
    ),
    !isOwn && (
      <Button
        key="dismiss"
        variant="secondary"
        size="sm"
        icon={<Check aria-hidden="true" />}
        className="one-line"
        onClick={() => reviewer.onDecide(post, 'dismiss')}
      >
        {t('reports.dismiss')}
      </Button>
    ),
  ].filter(Boolean)
  return (
    <ReportedCard
      post={post}
      isOpen
      // The picture is denied when somebody else has just handled the reports.
      onDenied={() => void client.invalidateQueries({ queryKey: staffKeys.reports })}
      actions={actions.length > 0 && actions}
    >
      {isOwn && <p className="border-t border-line pt-2.5 text-small text-mute">{t('reports.own')}</p>}
      {isOnlyReporter && <p className="border-t border-line pt-2.5 text-small text-mute">{t('reports.own_report')}</p>}
    </ReportedCard>
  )
}
