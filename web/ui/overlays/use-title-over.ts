import { useEffect } from 'react'
import { pageTitle } from '#web/lib/page-title.ts'

/** Names what lies over the page in the browser's tab; null, or its end, gives the page its own name back. */
export function useTitleOver(title: string | null): void {
  useEffect(() => {
    const element = document.querySelector('title')
    if (title === null || element === null) return
    const name = pageTitle(title)
    let below = document.title

    // A page that learns its own name meanwhile has it afterwards.
    function keep() {
      if (document.title === name) return
      below = document.title
      document.title = name
    }
    const observer = new MutationObserver(keep)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    document.title = name
    return () => {
      observer.disconnect()
      document.title = below
    }
  }, [title])
}
