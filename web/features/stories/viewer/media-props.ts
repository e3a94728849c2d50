import type { Tell } from './use-story-player.ts'

/** What a picture and a video of a story have in common. */
export interface MediaProps {
  id: string
  path: string
  description: string
  isProtected: boolean
  /** The one that is looked at. Its neighbours are drawn too, unseen, so that they are there when their turn comes. */
  isShown: boolean
  /** Changes whenever a story begins: whoever is looked at then says anew how it is. */
  round: number
  tell: Tell
  onFailed: () => void
  /** Hears what the light around the picture that is looked at can be taken from. */
  onDrawn: (id: string, source: HTMLImageElement | HTMLVideoElement) => void
}
