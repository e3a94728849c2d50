import { useCallback, useState } from 'react'
import { readItem, writeItem } from '#web/lib/storage.ts'

/** The viewer's choice, and whether the browser's autoplay policy allows it. */
export interface Sound {
  readonly is_wanted: boolean
  /** The browser blocks sound until the viewer interacts with the page. This does not change the viewer's choice. */
  readonly is_refused: boolean
}

export function isMuted({ is_wanted, is_refused }: Sound): boolean {
  return !is_wanted || is_refused
}

/** Toggles what the viewer hears, not what they chose before. The press is the interaction that the browser waits for. */
export function toggled(sound: Sound): Sound {
  return { is_wanted: isMuted(sound), is_refused: false }
}

const KEY = 'story_sound'

/** Videos are muted until the viewer turns the sound on; the choice is stored in localStorage. */
export function useSound() {
  const [sound, setSound] = useState<Sound>(() => ({
    is_wanted: readItem('localStorage', KEY) === 'on',
    is_refused: false,
  }))

  function toggle() {
    const next = toggled(sound)
    writeItem('localStorage', KEY, next.is_wanted ? 'on' : 'off')
    setSound(next)
  }

  /** Mutes without storing it, because the viewer did not choose it. */
  const refuse = useCallback(() => setSound((before) => ({ ...before, is_refused: true })), [])

  return { isMuted: isMuted(sound), toggle, refuse }
}

/** How an attempt to play ended. It is aborted when the video is paused before it starts. */
export type PlayResult = 'playing' | 'without_sound' | 'refused' | 'aborted'

/** Plays a video, and falls back to playing it muted where the autoplay policy refuses sound. It may refuse both. */
export async function playOrMute(element: Pick<HTMLVideoElement, 'play' | 'muted'>): Promise<PlayResult> {
  const result = await attempt(element)
  if (result !== 'refused' || element.muted) return result
  element.muted = true
  const mutedResult = await attempt(element)
  return mutedResult === 'playing' ? 'without_sound' : mutedResult
}

async function attempt(element: Pick<HTMLVideoElement, 'play'>): Promise<PlayResult> {
  try {
    await element.play()
    return 'playing'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'aborted'
  }
}
