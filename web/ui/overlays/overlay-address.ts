import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Overlays that the URL names: a query parameter, such as `?post=`, contains the id of what is shown over the page, and
 * the page keeps its scroll position.
 */

/** The state of a history entry that a link on this page created: going back closes the overlay. */
interface OpenedHere {
  opened_here: string
}

/** Sets the parameter in a query string, or removes it, and keeps the others. */
export function withOverlay(search: string, parameter: string, id: string | null): string {
  const query = new URLSearchParams(search)
  if (id === null) query.delete(parameter)
  else query.set(parameter, id)
  return query.size > 0 ? `?${query}` : ''
}

/** The props of a link that opens the overlay: `<Link {...postLink(post.id)}>`. */
export function useOverlayLink(parameter: string) {
  const { search } = useLocation()
  return (id: string): { to: { search: string }; state: OpenedHere } => ({
    to: { search: withOverlay(search, parameter, id) },
    state: { opened_here: parameter },
  })
}

interface OverlayAddress {
  /** What is shown; null if the overlay is closed. */
  id: string | null
  /** Shows something else without a new history entry, so that going back closes the overlay. */
  move: (id: string) => void
  close: () => void
}

/**
 * Binds an overlay to the URL. Closing goes back in the history if a link on this page opened it, otherwise it removes
 * the parameter.
 */
export function useOverlayAddress(parameter: string): OverlayAddress {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isOpenedHere = (state as OpenedHere | null)?.opened_here === parameter

  // navigate(-1) is asynchronous: a second call before it completes would go back two entries.
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL means that closing is done
  useEffect(() => {
    isClosing.current = false
  }, [search])

  const move = useCallback(
    (id: string) => {
      if (isClosing.current) return
      void navigate({ pathname, search: withOverlay(search, parameter, id), hash }, { replace: true, state })
    },
    [navigate, pathname, search, hash, state, parameter],
  )
  const close = useCallback(() => {
    if (isClosing.current) return
    isClosing.current = true
    if (isOpenedHere) void navigate(-1)
    else void navigate({ pathname, search: withOverlay(search, parameter, null), hash }, { replace: true })
  }, [navigate, pathname, search, hash, isOpenedHere, parameter])

  return { id: new URLSearchParams(search).get(parameter), move, close }
}
