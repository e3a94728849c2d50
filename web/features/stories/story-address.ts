import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The viewer opens over the current page: the query parameter `?story=` names the story that is shown. */
const PARAMETER = 'story'

/** The state of a history entry that a link on this page created: going back closes the viewer. */
interface OpenedHere {
  story_opened_here?: true
}

function withStory(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search)
  if (id === null) parameters.delete(PARAMETER)
  else parameters.set(PARAMETER, id)
  return parameters.size > 0 ? `?${parameters}` : ''
}

export function useStoryAddress() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isOpenedHere = (state as OpenedHere | null)?.story_opened_here === true

  /** The props of a `Link` that opens the viewer at this story. */
  const linkTo = (id: string) => ({ to: { search: withStory(search, id) }, state: OPENED_HERE })

  /** Shows another story without a new history entry, so that going back closes the viewer. */
  const move = useCallback(
    (id: string) => navigate({ search: withStory(search, id) }, { replace: true, state }),
    [navigate, search, state],
  )

  // navigate(-1) is asynchronous: a second call before it completes would go back two entries.
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL means that closing is done
  useEffect(() => {
    isClosing.current = false
  }, [search])
  const close = useCallback(() => {
    if (isClosing.current) return
    isClosing.current = true
    if (isOpenedHere) void navigate(-1)
    else void navigate({ search: withStory(search, null) }, { replace: true })
  }, [navigate, search, isOpenedHere])

  return { id: new URLSearchParams(search).get(PARAMETER), linkTo, move, close }
}

const OPENED_HERE: OpenedHere = { story_opened_here: true }
