import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type OpenedHere, POST_PARAMETER, postSearch } from '#web/features/posts/post-address.ts'

export interface LightboxAddress {
  /** The post that lies over the page. */
  id: string | null
  /** To another post, without a new entry in the history: Back leads to the page, not through every picture. */
  move: (id: string) => void
  close: () => void
}

/** Opening the lightbox is a step that Back takes back; so does closing it, unless the visit began with it. */
export function useLightboxAddress(): LightboxAddress {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const isOpenedHere = (state as OpenedHere | null)?.post_opened_here === true

  // A step back takes a moment: a second wish to close must not be a second step.
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another address it has happened
  useEffect(() => {
    isClosing.current = false
  }, [search])

  function move(next: string) {
    if (isClosing.current) return
    void navigate({ pathname, search: postSearch(search, next), hash }, { replace: true, state })
  }

  function close() {
    if (isClosing.current) return
    isClosing.current = true
    if (isOpenedHere) {
      void navigate(-1)
      return
    }
    query.delete(POST_PARAMETER)
    void navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }

  return { id: query.get(POST_PARAMETER), move, close }
}
