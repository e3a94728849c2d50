import { useState } from 'react'
import { readItem, writeItem } from '#web/lib/storage.ts'

const KEY = 'story_sound'

/** Videos are silent until somebody asks for sound, and the choice is remembered. */
export function useSound() {
  const [isMuted, setMuted] = useState(() => readItem('localStorage', KEY) !== 'on')
  function toggle() {
    writeItem('localStorage', KEY, isMuted ? 'on' : 'off')
    setMuted(!isMuted)
  }
  return { isMuted, toggle }
}
