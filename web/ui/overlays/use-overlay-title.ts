import { useEffect } from 'react'
import { pageTitle } from '#web/lib/page-title.ts'

/** Sets the document title while an overlay is open. Null, or unmounting, restores the title of the page. */
export function useOverlayTitle(title: string | null): void {
  useEffect(() => {
    const element = document.querySelector('title')
    if (title === null || element === null) return
    const ownTitle = pageTitle(title)
    let below = document.title

    // If the page below changes its title meanwhile, that title is restored afterwards.
    function keep() {
      if (document.title === ownTitle) return
      below = document.title
      document.title = ownTitle
    }
    const observer = new MutationObserver(keep)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    document.title = ownTitle
    return () => {
      observer.disconnect()
      document.title = below
    }
  }, [title])
}
