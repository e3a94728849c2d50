import { useEffect } from 'react'
import type { Hold } from './story-player.ts'
import type { Tell } from './use-story-player.ts'

export function useHold(tell: Tell, why: Hold, isHeld: boolean): void {
  useEffect(() => tell({ type: isHeld ? 'hold' : 'release', why }), [tell, why, isHeld])
}
