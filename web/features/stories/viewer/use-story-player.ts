import { useCallback, useEffect, useReducer, useState } from 'react'
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

  // The list is fetched anew now and then; only what it says about the stories that play here matters. It is told before
  // anything is drawn: a story that has gone is followed by the next without a moment of nothing between them.
  const said = JSON.stringify(queue)
  const [heard, setHeard] = useState(said)
  if (said !== heard) {
    setHeard(said)
    tell({ type: 'queue', queue })
  }

  return { player, tell }
}

export type Tell = ReturnType<typeof useStoryPlayer>['tell']
