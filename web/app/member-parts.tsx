import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { clearDraftsWithSession } from '#web/lib/drafts.ts'
import { watchFirstView } from '#web/lib/first-view.ts'
import { addTranslations } from '#web/lib/i18n/i18n.ts'
import { memberTranslations } from '#web/lib/i18n/member-namespaces.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { isSearchShortcutOn } from '#web/lib/search-shortcut.ts'
import { toastWhenSessionEnds } from '#web/lib/session-ended-toast.ts'
import { prefetchOverlays } from '#web/ui/overlays/lazy.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { CreateDialogs } from './create.tsx'
import type { DrawerMenuProps } from './drawer-menu.tsx'
import { MemberHeader as Header } from './member-header.tsx'
import { TabBar } from './tab-bar.tsx'

addTranslations(memberTranslations)

const LazyDrawerMenu = lazyOverlay(loadDrawerMenu)

async function loadDrawerMenu(): Promise<ComponentType<DrawerMenuProps>> {
  return (await import('./drawer-menu.tsx')).DrawerMenu
}

interface MemberPartProps {
  user: User
  isMenuOpen: boolean
  onMenu: (isOpen: boolean) => void
}

export function MemberHeader({ user, isMenuOpen, onMenu }: MemberPartProps) {
  return <Header user={user} isMenuOpen={isMenuOpen} onMenu={() => onMenu(true)} />
}

/** The tab bar on phones, the drawer menu, and what runs in the background on every page of a member. */
export function MemberTools({ user, isMenuOpen, onMenu }: MemberPartProps) {
  useEffect(clearDraftsWithSession, [])
  useEffect(toastWhenSessionEnds, [])
  useSearchShortcut()
  const client = useQueryClient()
  useEffect(() => watchFirstView(client), [client])

  useEffect(() => {
    whenIdle(async () => void (await Promise.all([loadDrawerMenu(), prefetchOverlays()])))
  }, [])

  return (
    <>
      <TabBar user={user} isMenuOpen={isMenuOpen} onMenu={() => onMenu(true)} />
      {/* Another tab may have signed somebody else in: the key keeps the drafts apart. */}
      {user.profile_id !== null && <CreateDialogs key={user.id} user={user} />}
      <LazyDrawerMenu user={user} open={isMenuOpen} onClose={() => onMenu(false)} />
      <LazyLiveWatches user_id={user.id} hasProfile={user.profile_id !== null} />
    </>
  )
}

/** Keyboard shortcut `/`: focuses the search field of the page, or opens the search for creators. Ignored in text fields. */
function useSearchShortcut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function search(event: KeyboardEvent) {
      const isIgnored = (event.target as Element).closest('input,textarea,select,[role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isIgnored || !isSearchShortcutOn())
        return
      event.preventDefault()
      const field = document.querySelector<HTMLElement>('search input')
      if (field) field.focus()
      else void navigate(paths.find)
    }
    addEventListener('keydown', search)
    return () => removeEventListener('keydown', search)
  }, [navigate])
}

type LiveWatches = typeof import('./live-watches.tsx')['LiveWatches']

/** Loads the live connection and the unread counts when the page is idle. If they fail to load, the page works without. */
function LazyLiveWatches(props: Parameters<LiveWatches>[0]) {
  const [watches, setWatches] = useState<{ LiveWatches: LiveWatches } | null>(null)
  useEffect(() => {
    whenIdle(async () => setWatches(await withChunkTimeout(import('./live-watches.tsx'))))
  }, [])
  const isSigningOut = useIsMutating({ mutationKey: mutationKeys.sign_out }) > 0
  return watches && !isSigningOut ? <watches.LiveWatches {...props} /> : null
}
