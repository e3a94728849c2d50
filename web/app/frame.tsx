import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useMatch } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { LaunchBanner } from '#web/features/landing/launch-banner.tsx'
import { whenIdle } from '#web/lib/idle.ts'
import { cx } from '#web/ui/cx.ts'
import { prefetchOverlays } from '#web/ui/overlay-modules.ts'
import { Footer } from './footer.tsx'
import { Guard } from './guard.tsx'
import { LazyDrawerMenu, loadDrawerMenu } from './lazy-drawer-menu.ts'
import { MemberHeader } from './member-header.tsx'
import { PublicHeader } from './public-header.tsx'
import { CONTENT_ID, SkipLink } from './skip-link.tsx'
import { TabBar } from './tab-bar.tsx'

/** The area behind the guard. */
export function MemberFrame() {
  return <Guard>{(user) => <Frame user={user} />}</Guard>
}

/** Pages open to everyone: members keep their own frame there. */
export function OpenFrame() {
  const viewer = useUser()
  const isLanding = useMatch(paths.discover) !== null
  return (
    <Frame user={viewer.status === 'member' ? viewer.user : null} above={isLanding && <LaunchBanner />} withFooter />
  )
}

/** One frame for both, so that the page inside stays as it is when a visitor turns out to be a member. */
function Frame({ user, above, withFooter = false }: { user: User | null; above?: ReactNode; withFooter?: boolean }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const menu = { isMenuOpen, onMenu: () => setMenuOpen(true) }
  const isMember = user !== null

  useEffect(() => {
    if (isMember) whenIdle(async () => void (await Promise.all([loadDrawerMenu(), prefetchOverlays()])))
  }, [isMember])

  return (
    <div className={cx('flex min-h-dvh flex-col', isMember && !withFooter && 'max-md:pb-(--tab-bar)')}>
      <SkipLink />
      {above}
      {user ? <MemberHeader user={user} {...menu} /> : <PublicHeader />}
      <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col outline-hidden">
        <Outlet />
      </main>
      {withFooter && <Footer withSwitches={!isMember} />}
      {user && <TabBar {...menu} />}
      {user && <LazyDrawerMenu user={user} open={isMenuOpen} onClose={() => setMenuOpen(false)} />}
    </div>
  )
}
