import { lazy, Suspense } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { closeInvitation, useInvitedBy } from './invited-by.ts'

/** If it cannot be loaded, there is none: the page below is there anyway. */
const InvitationCard = lazy(() =>
  withChunkTimeout(Promise.all([import('./invitation-card.tsx'), loadNamespace('invitations')])).then(
    ([module]) => ({ default: module.InvitationCard }),
    () => ({ default: () => null }),
  ),
)

/**
 * Above the landing page: the card of the creator whose page a visitor was redirected from. Nobody else loads it. While it is
 * loading its place is kept, so that the page does not move.
 */
export function InvitationSlot({ isVisitor }: { isVisitor: boolean }) {
  const username = useInvitedBy()
  if (!isVisitor || username === null) return null
  return (
    <div className="mx-auto w-full max-w-page px-5 pt-5 md:px-18 md:pt-9">
      <Suspense fallback={<div aria-hidden="true" className="invitation" />}>
        <InvitationCard key={username} username={username} onClose={closeInvitation} />
      </Suspense>
    </div>
  )
}
