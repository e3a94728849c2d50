import { Outlet } from 'react-router'
import { LazyToasts } from './lazy-toasts.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

/** What is there on every page. The toasts stand above the tab bar where there is one. */
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
