import { useCallback, useState } from 'react'
import { readItem, writeItem } from '#web/lib/storage.ts'
import { isMuted, type Sound, toggled } from './sound.ts'

const KEY = 'story_sound'

/** Videos are silent until somebody asks for sound, and the choice is remembered. */
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

  /** For this visit alone: what was chosen stays stored. */
  const refuse = useCallback(() => setSound((before) => ({ ...before, is_refused: true })), [])

  return { isMuted: isMuted(sound), toggle, refuse }
}
