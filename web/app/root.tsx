import { type ComponentType, useEffect, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { subscribeToToasts } from '#web/lib/toasts.ts'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

/** The root route: what every page has. The toasts are placed above the tab bar if there is one. */
export function Root() {
  return (
    <div className="max-md:has-[[data-tab-bar]]:[--tab-bar:78px]">
      <NavigationProgress />
      <Outlet />
      <ScrollAndFocus />
      <LazyToasts />
    </div>
  )
}

/** A progress bar at the top while the next page loads. It appears with a delay, so that fast navigations do not show it. */
function NavigationProgress() {
  const { t } = useTranslation()
  if (useNavigation().state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label={t('frame.loading')}
      className="skeleton fixed inset-x-0 top-0 z-tooltip h-0.75 animate-appear-soon bg-brass"
    />
  )
}

/**
 * Loaded with the first toast, or before it when the page is idle: the toast may say that the network is gone. A dialog
 * hides everything from assistive technology except the live regions that are there when it opens, so the region is there
 * from the beginning.
 */
function LazyToasts() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)

  useEffect(() => {
    async function load() {
      const module = await withChunkTimeout(import('#web/ui/overlays/toasts.tsx'))
      setToasts(() => module.Toasts)
    }
    whenIdle(load)
    // If it fails to load, the next toast tries again.
    return subscribeToToasts(() => void load().catch(() => {}))
  }, [])

  return <div aria-live="off">{Toasts && <Toasts />}</div>
}
