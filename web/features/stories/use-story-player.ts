import { useCallback, useEffect, useReducer } from 'react'
import { STORY_TICK_MS } from '#contract/limits.ts'
import { type Playable, type Player, type PlayerEvent, play, startPlayer } from './story-player.ts'

interface Told {
  event: PlayerEvent
  now: number
}

function hear(player: Player, { event, now }: Told): Player {
  return play(player, event, now)
}

/** The player, with the browser's clock and a timer that runs while a story does. */
export function useStoryPlayer(queue: readonly Playable[], first: string) {
  const [player, dispatch] = useReducer(hear, null, () => startPlayer(queue, first, performance.now()))
  const tell = useCallback((event: PlayerEvent) => dispatch({ event, now: performance.now() }), [])

  const runs = player.since !== null
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => tell({ type: 'tick' }), STORY_TICK_MS)
    return () => clearInterval(timer)
  }, [runs, tell])

  // The list is fetched anew now and then; only what it says about the stories that play here matters.
  const said = JSON.stringify(queue)
  useEffect(() => tell({ type: 'queue', queue: JSON.parse(said) as Playable[] }), [said, tell])

  return { player, tell }
}

export type Tell = ReturnType<typeof useStoryPlayer>['tell']
