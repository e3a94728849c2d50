import { useCallback, useEffect, useReducer, useState } from 'react'
import {
  type Hold,
  type Playable,
  type Player,
  type PlayerEvent,
  playerReducer,
  STORY_TICK_MS,
  startPlayer,
} from './story-player.ts'

interface TimedEvent {
  event: PlayerEvent
  now: number
}

function timedReducer(player: Player, { event, now }: TimedEvent): Player {
  return playerReducer(player, event, now)
}

/** Binds the state machine of the player to React, the browser's clock, and a timer that runs while a story plays. */
export function useStoryPlayer(queue: readonly Playable[], first: string) {
  const [player, send] = useReducer(timedReducer, null, () => startPlayer(queue, first, performance.now()))
  const dispatch = useCallback((event: PlayerEvent) => send({ event, now: performance.now() }), [])

  const isPlaying = player.since !== null
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => dispatch({ type: 'tick' }), STORY_TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying, dispatch])

  // A refetch makes a new array, so the queue is compared by its content. The state is set while rendering, not in an
  // effect: when a story disappears, no frame is painted without a story.
  const content = JSON.stringify(queue)
  const [known, setKnown] = useState(content)
  if (content !== known) {
    setKnown(content)
    dispatch({ type: 'queue', queue })
  }

  return { player, dispatch }
}

export type PlayerDispatch = ReturnType<typeof useStoryPlayer>['dispatch']

/** Keeps the player on hold for this reason while `isHeld` is true. */
export function useHold(dispatch: PlayerDispatch, why: Hold, isHeld: boolean): void {
  useEffect(() => dispatch({ type: isHeld ? 'hold' : 'release', why }), [dispatch, why, isHeld])
}

/** Page visibility: true while the tab is in the background or another window has the focus. */
export function useWindowInactive(): boolean {
  const [isInactive, setInactive] = useState(() => document.hidden)
  useEffect(() => {
    const onBlur = () => setInactive(true)
    const onReturn = () => setInactive(document.hidden)
    addEventListener('blur', onBlur)
    addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      removeEventListener('blur', onBlur)
      removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
  return isInactive
}
