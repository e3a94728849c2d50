import type { PlayerDispatch } from '#web/features/stories/viewer/player/use-story-player.ts'

/** The props that a picture and a video of a story have in common. */
export interface MediaProps {
  id: string
  path: string
  description: string
  isProtected: boolean
  /** False for the neighbours of the current story, which are rendered hidden so that they are preloaded. */
  isShown: boolean
  /** Increases whenever a story starts. The shown media then reports its state again. */
  round: number
  dispatch: PlayerDispatch
  onFailed: () => void
  /** Gets the element from which the backdrop can take its colours. */
  onDrawn: (id: string, source: HTMLImageElement | HTMLVideoElement) => void
}

/** From this ratio of height to width on, media are cropped to fill the frame. Wider ones are shown completely. */
const TALL = 1.2

/**
 * The object-fit classes. In a low window, a tall picture would be cropped to a thin slice, so there it is shown
 * completely.
 */
export function objectFitOf(width: number, height: number): string {
  return height >= TALL * width ? 'object-cover low:object-contain' : 'object-contain'
}
