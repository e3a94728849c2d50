import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CONTENT_ID } from './skip-link.tsx'

/**
 * Scroll restoration and focus management: every new path scrolls to the top, also after Back, or to the element of its
 * hash; a new query string does not scroll. The focus moves along for keyboards and screen readers. A prerendered page
 * that was scrolled before the app started stays where it is.
 */
export function ScrollAndFocus() {
  const { pathname, hash, key } = useLocation()
  const lastPath = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes a second click on the same anchor count
  useEffect(() => {
    const isNewPath = lastPath.current !== pathname
    const isFirst = lastPath.current === null
    lastPath.current = pathname
    if (isFirst && scrollY > 0) return
    const target = elementOf(hash)
    if (target) {
      target.scrollIntoView()
      continueFrom(target)
      return
    }
    if (isNewPath) scrollTo(0, 0)
    if (isNewPath && !isFirst) focusContent()
  }, [pathname, hash, key])

  return null
}

/** The element that a hash refers to, or null, also for a hash that cannot be decoded. */
function elementOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** Moves the sequential focus starting point here, as a native jump to an anchor does: the next Tab continues inside. */
function continueFrom(target: HTMLElement) {
  if (target.hasAttribute('tabindex')) {
    target.focus({ preventScroll: true })
    return
  }
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.blur()
  target.removeAttribute('tabindex')
}

function focusContent() {
  const content = document.getElementById(CONTENT_ID)
  const focused = document.activeElement
  // A page may have focused one of its fields. An element that is hidden by now, such as a list behind a thread, loses the focus.
  if (content && !(content.contains(focused) && focused?.getClientRects().length))
    content.focus({ preventScroll: true })
}
