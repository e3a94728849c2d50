import { useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { POST_PARAMETER, postSearch } from './post-address.ts'

export interface LightboxAddress {
  /** The post that lies over the page. */
  id: string | null
  /** To another post, without a new entry in the history: Back leads to the page, not through every picture. */
  move: (id: string) => void
  close: () => void
}

/** Opening the lightbox is a step that Back takes back; so does closing it, unless the visit began with it. */
export function useLightboxAddress(): LightboxAddress {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigationType()
  const query = new URLSearchParams(search)
  const id = query.get(POST_PARAMETER)

  const wasOpen = useRef(id !== null)
  const isStepHere = useRef(false)
  if (id === null) isStepHere.current = false
  else if (!wasOpen.current) isStepHere.current = navigation === 'PUSH'
  wasOpen.current = id !== null

  function move(next: string) {
    void navigate({ pathname, search: postSearch(search, next), hash }, { replace: true })
  }

  function close() {
    if (isStepHere.current) {
      void navigate(-1)
      return
    }
    query.delete(POST_PARAMETER)
    void navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }

  return { id, move, close }
}
