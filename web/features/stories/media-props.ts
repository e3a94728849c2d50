import type { Tell } from './use-story-player.ts'

/** What a picture and a video of a story have in common. */
export interface MediaProps {
  id: string
  path: string
  description: string
  isProtected: boolean
  /** The one that is looked at. Its neighbours are drawn too, unseen, so that they are there when their turn comes. */
  isShown: boolean
  tell: Tell
  onFailed: (id: string) => void
}
