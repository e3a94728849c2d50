import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The viewer lies over the page that is its address: `?story=` names the story that is shown. */
const PARAMETER = 'story'

/** Kept with an entry of the history that a press on this page made: one step back leads out of the viewer again. */
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

  /** For a link that opens the viewer at this story. */
  const linkTo = (id: string) => ({ to: { search: withStory(search, id) }, state: OPENED_HERE })

  /** The viewer went on to another story. */
  const move = useCallback(
    (id: string) => navigate({ search: withStory(search, id) }, { replace: true, state }),
    [navigate, search, state],
  )

  // A step back takes a moment: a second wish to close must not be a second step.
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another address it has happened
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
