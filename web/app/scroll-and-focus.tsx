import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CONTENT_ID } from './skip-link.tsx'

/**
 * Every new path starts at the top, Back included, or at the part its hash names; a new query leaves the page where it
 * is. The focus follows, so that keyboard and screen reader start where the eyes do. On the first
 * page somebody may have begun to read before the app was there: they stay where they are.
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
    const part = partNamed(hash)
    if (part) {
      part.scrollIntoView()
      goOnFrom(part)
      return
    }
    if (isNewPath) scrollTo(0, 0)
    if (isNewPath && !isFirst) focusContent()
  }, [pathname, hash, key])

  return null
}

/** The part of the page that a hash names; one that cannot be read names none. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** The next press of Tab goes to what this part holds, as it does after a jump of the browser's own. */
function goOnFrom(part: HTMLElement) {
  if (part.hasAttribute('tabindex')) {
    part.focus({ preventScroll: true })
    return
  }
  part.tabIndex = -1
  part.focus({ preventScroll: true })
  part.blur()
  part.removeAttribute('tabindex')
}

function focusContent() {
  const content = document.getElementById(CONTENT_ID)
  const here = document.activeElement
  // A page may have put the focus on a field of its own. What is hidden by now, as a list behind the thread it led to, loses it.
  if (content && !(content.contains(here) && here?.getClientRects().length)) content.focus({ preventScroll: true })
}
