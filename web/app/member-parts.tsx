import { useEffect } from 'react'
import type { User } from '#contract/accounts.ts'
import { clearDraftsWithSession } from '#web/lib/drafts.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { toastWhenSessionEnds } from '#web/lib/session-ended-toast.ts'
import { prefetchOverlays } from '#web/ui/overlays/overlay-modules.ts'
import { LazyDrawerMenu, loadDrawerMenu } from './lazy-drawer-menu.ts'
import { LazyInboxWatch } from './lazy-inbox-watch.tsx'
import { MemberHeader as Header } from './member-header.tsx'
import { TabBar } from './tab-bar.tsx'
import { useSearchShortcut } from './use-find-key.ts'

interface MemberPartProps {
  user: User
  isMenuOpen: boolean
  onMenu: (isOpen: boolean) => void
}

export function MemberHeader({ user, isMenuOpen, onMenu }: MemberPartProps) {
  return <Header user={user} isMenuOpen={isMenuOpen} onMenu={() => onMenu(true)} />
}

/** The tab bar of phones, and the drawer it and the header open. */
export function MemberTools({ user, isMenuOpen, onMenu }: MemberPartProps) {
  useEffect(clearDraftsWithSession, [])
  useEffect(toastWhenSessionEnds, [])
  useSearchShortcut()

  useEffect(() => {
    whenIdle(async () => void (await Promise.all([loadDrawerMenu(), prefetchOverlays()])))
  }, [])

  return (
    <>
      <TabBar isMenuOpen={isMenuOpen} onMenu={() => onMenu(true)} />
      <LazyDrawerMenu user={user} open={isMenuOpen} onClose={() => onMenu(false)} />
      <LazyInboxWatch user_id={user.id} hasProfile={user.profile_id !== null} />
    </>
  )
}
