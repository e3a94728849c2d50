import { type ReactNode, useState } from 'react'
import { Outlet, useMatch } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { LaunchBanner } from '#web/features/landing/launch-banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { Footer } from './footer.tsx'
import { useMemberParts } from './lazy-member-parts.ts'
import { PublicHeader } from './public-header.tsx'
import { CONTENT_ID, SkipLink } from './skip-link.tsx'

/** Pages open to everyone: members keep their own frame there. */
export function OpenFrame() {
  const viewer = useUser()
  const isLanding = useMatch(paths.discover) !== null
  return (
    <Frame
      user={viewer.status === 'member' ? viewer.user : null}
      maybeMember={viewer.status !== 'visitor'}
      above={isLanding && <LaunchBanner />}
      withFooter
    />
  )
}

interface FrameProps {
  user: User | null
  /** Somebody who is still being asked for: what only members see is fetched meanwhile. */
  maybeMember?: boolean
  /** Stands before the header. */
  above?: ReactNode
  withFooter?: boolean
}

/** One frame for both, so that the page inside stays as it is when a visitor turns out to be a member. */
export function Frame({ user, maybeMember = true, above, withFooter = false }: FrameProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const parts = useMemberParts(maybeMember)
  const member = user && parts && { ...parts, props: { user, isMenuOpen, onMenu: setMenuOpen } }
  const isMember = member !== null

  return (
    <div className={cx('flex min-h-dvh flex-col', isMember && !withFooter && 'max-md:pb-(--tab-bar)')}>
      <SkipLink />
      {above}
      {member ? <member.MemberHeader {...member.props} /> : <PublicHeader />}
      <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col outline-hidden">
        <Outlet />
      </main>
      {withFooter && <Footer withSwitches={!isMember} />}
      {member && <member.MemberTools {...member.props} />}
    </div>
  )
}
