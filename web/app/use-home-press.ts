import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useRefreshFeedMutation } from '#web/features/posts/feed/refresh-feed.ts'
import { opensInNewTab } from '#web/lib/opens-in-new-tab.ts'
import { scrollToTop } from '#web/lib/scroll-to-top.ts'

/** For the links to Home: on Home, a press leads to the top of the feed, and there fetches it again. */
export function useHomePress(): (event: MouseEvent) => void {
  const { pathname, search } = useLocation()
  const refresh = useRefreshFeedMutation()
  return (event) => {
    // With a query string, an overlay is open: the link closes it.
    if (pathname !== paths.home || search !== '' || opensInNewTab(event)) return
    event.preventDefault()
    if (scrollY > 0) scrollToTop()
    else refresh.mutate()
  }
}
