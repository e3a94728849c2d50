import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Viewer } from '#web/features/accounts/queries.ts'
import { sessionToken } from '#web/lib/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Footer } from './footer.tsx'
import { useMemberParts } from './lazy-member-parts.ts'
import { PublicHeader } from './public-header.tsx'
import { CONTENT_ID, SkipLink } from './skip-link.tsx'

interface FrameProps {
  user: User | null
  /** While the session is being checked, the chunk for members is loaded already. */
  status?: Viewer['status']
  /** Rendered above the header. */
  above?: ReactNode
  withFooter?: boolean
}

/** One frame for visitors and members, so that the page inside does not remount once the session is known. */
export function Frame({ user, status = 'member', above, withFooter = false }: FrameProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const parts = useMemberParts(status !== 'visitor')
  const member = user && parts && { ...parts, props: { user, isMenuOpen, onMenu: setMenuOpen } }
  const isMember = member !== null

  useEffect(() => {
    const isVisitor = status === 'failed' || sessionToken() === null
    // The script in index.html sets it if there is a token, without knowing whether the token is valid.
    if (isMember || isVisitor) delete document.documentElement.dataset.session
  }, [isMember, status])

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
